import { join } from "node:path";
import type { Log } from "../log.ts";
import { openRedisStore } from "./redis.ts";
import { openSqliteStore } from "./sqlite.ts";
import type { Store } from "./store.ts";

/** Redis where several replicas share a store, otherwise a file in the data folder. */
export async function openStore(
  { dataDir, redisUrl }: { dataDir: string; redisUrl: string | undefined },
  log: Log,
): Promise<Store> {
  return redisUrl === undefined
    ? openSqliteStore(join(dataDir, "assay.sqlite"))
    : openRedisStore(redisUrl, { log });
}
