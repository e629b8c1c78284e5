import { join } from "node:path";
import type { Log } from "../log.ts";
import { openRedisStore } from "./redis.ts";
import { openSqliteStore } from "./sqlite.ts";
import type { Store } from "./store.ts";

/** Where the store is while no Redis is named. */
export function storeFile(dataDir: string): string {
  return join(dataDir, "assay.sqlite");
}

/** Redis where several replicas share a store, otherwise a file in the data folder. */
export async function openStore(
  { dataDir, redisUrl }: { dataDir: string; redisUrl: string | undefined },
  log: Log,
): Promise<Store> {
  return redisUrl === undefined ? openSqliteStore(storeFile(dataDir)) : openRedisStore(redisUrl, { log });
}
