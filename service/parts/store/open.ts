import { join } from "node:path";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
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
 * PostgreSQL or Redis where several replicas share a store, otherwise a file in the data folder. Only what is used is
 * loaded. Leases are counted by the server's time, or by this machine's; a test gives a clock instead.
 */
export async function openStore(
  { dataDir, databaseUrl, redisUrl, clock }: StorePlace & { clock?: Pick<Clock, "now"> },
  log: Log,
): Promise<Store> {
  if (databaseUrl !== undefined) {
    const { openPostgresStore } = await import("./postgres/postgres.ts");
    return openPostgresStore(databaseUrl, { log, clock });
  }
  if (redisUrl !== undefined) {
    const { openRedisStore } = await import("./redis/redis.ts");
    return openRedisStore(redisUrl, { log, clock });
  }
  const { openSqliteStore } = await import("./sqlite/sqlite.ts");
  return openSqliteStore(storeFile(dataDir), { clock });
}
