import { join } from "node:path";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import { openRedisStore } from "./redis/redis.ts";
import { openSqliteStore } from "./sqlite/sqlite.ts";
import type { Store } from "./store.ts";

/** Where the store is while no Redis is named. */
export function storeFile(dataDir: string): string {
  return join(dataDir, "assay.sqlite");
}

/**
 * Redis where several replicas share a store, otherwise a file in the data folder. Leases are counted by the Redis
 * server's time, or by this machine's; a test gives a clock instead.
 */
export async function openStore(
  { dataDir, redisUrl, clock }: { dataDir: string; redisUrl: string | undefined; clock?: Pick<Clock, "now"> },
  log: Log,
): Promise<Store> {
  return redisUrl === undefined
    ? openSqliteStore(storeFile(dataDir), { clock })
    : openRedisStore(redisUrl, { log, clock });
}
