import { join } from "node:path";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import { openPostgresStore } from "./postgres/postgres.ts";
import { openRedisStore } from "./redis/redis.ts";
import { openSqliteStore } from "./sqlite/sqlite.ts";
import type { Store } from "./store.ts";

/** Where a store is; at most one of the two addresses is set. */
export type StorePlace = Readonly<{
  dataDir: string;
  databaseUrl?: string | undefined;
  redisUrl?: string | undefined;
}>;

type StoreVariables = Readonly<{
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
  REDIS_URL?: string | undefined;
}>;

export function storePlace({ DATA_DIR, DATABASE_URL, REDIS_URL }: StoreVariables): StorePlace {
  return { dataDir: DATA_DIR, databaseUrl: DATABASE_URL, redisUrl: REDIS_URL };
}

/** Where the store is while no database and no Redis is named. */
export function storeFile(dataDir: string): string {
  return join(dataDir, "assay.sqlite");
}

/**
 * PostgreSQL or Redis where several replicas share a store, otherwise a file in the data folder. Leases are counted by
 * the server's time, or by this machine's; a test gives a clock instead.
 */
export async function openStore(
  { dataDir, databaseUrl, redisUrl, clock }: StorePlace & { clock?: Pick<Clock, "now"> },
  log: Log,
): Promise<Store> {
  if (databaseUrl !== undefined) return openPostgresStore(databaseUrl, { log, clock });
  if (redisUrl !== undefined) return openRedisStore(redisUrl, { log, clock });
  return openSqliteStore(storeFile(dataDir), { clock });
}
