import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "./store.ts";

/** Where a store is: in a database, or else in a file of the data folder. */
export type StorePlace = Readonly<{
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Holds no money: only looked at where there is no store yet, for what a version before may have left in it. */
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

/** Where the store is while no database is named. */
export function storeFile(dataDir: string): string {
  return join(dataDir, "assay.sqlite");
}

/** For a busy machine, which takes long to connect. */
const maxConnectingMs = 15_000;

/**
 * PostgreSQL where several machines share a store, otherwise a file in the data folder. A server that is silent
 * at first is asked again; one that refuses is not. Leases are counted by the server's time, or by this machine's; a test
 * gives a clock instead.
 */
export async function openStore(
  place: StorePlace & { clock?: Pick<Clock, "now"> },
  log: Log,
): Promise<Store> {
  for (const untilMs = performance.now() + maxConnectingMs; ;) {
    try {
      return await openOnce(place, log);
    } catch (error) {
      if (!isSilence(error) || performance.now() > untilMs) throw error;
      log.warn("the store does not answer yet");
    }
  }
}

/** Only what is used is loaded. */
async function openOnce(
  { dataDir, databaseUrl, redisUrl, clock }: StorePlace & { clock?: Pick<Clock, "now"> },
  log: Log,
): Promise<Store> {
  if (databaseUrl !== undefined) {
    const { openPostgresStore } = await import("./postgres/postgres.ts");
    return openPostgresStore(databaseUrl, { log, clock });
  }
  const file = storeFile(dataDir);
  if (redisUrl !== undefined && !existsSync(file)) {
    const { refuseMoneyInRedis } = await import("./money-in-redis.ts");
    await refuseMoneyInRedis(redisUrl);
  }
  const { openSqliteStore } = await import("./sqlite/sqlite.ts");
  return openSqliteStore(file, { clock });
}

/** Whether the server was waited for, and said nothing. */
function isSilence(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && /tim(?:ed ?|e)out/i.test(cause.message);
}
