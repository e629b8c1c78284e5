import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPostgresStore } from "../../parts/store/postgres/postgres.ts";
import { openSqliteStore } from "../../parts/store/sqlite/sqlite.ts";
import { silentLog } from "../parts/store/builders.ts";
import { createDataFolder } from "../support/data-folder.ts";
import { isExhaustive } from "../support/exhaustive.ts";
import { everyPoint } from "../support/money-simulation/faulty-store.ts";
import { simulate } from "../support/money-simulation/simulate.ts";
import type { Place } from "../support/money-simulation/world.ts";
import { startPostgres } from "../support/postgres-server.ts";

const wanted = process.env["MONEY_SEED"];
const seeds = wanted === undefined ? [3] : [Number(wanted)];
/** Enough steps to fail at every point. */
const length = isExhaustive ? 20_000 : 1_800;

async function sqlitePlace(): Promise<Place> {
  const folder = await createDataFolder("money");
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return {
    open: async (clock) => openSqliteStore(join(folder, "money.sqlite"), { clock }),
    restart: async () => {},
  };
}

async function postgresPlace(): Promise<Place> {
  // It is killed as by a crash of its own, not of the machine.
  const postgres = await startPostgres({ fsync: "off" });
  onTestFinished(async () => postgres[Symbol.asyncDispose]());
  return {
    open: async (clock) => openPostgresStore(postgres.url, { log: silentLog, clock }),
    restart: async () => postgres.stop().then(postgres.start),
  };
}

describe.for([
  ["SQLite", sqlitePlace],
  ["PostgreSQL", postgresPlace],
] as const)("on %s", ([, openPlace]) => {
  test.for(seeds)(
    `${length} random steps create, lose and double no credit (seed %i)`,
    { timeout: 600_000 },
    async (seed) => {
      const { points } = await simulate(await openPlace(), seed, length);
      // A history without a failure at some point proves nothing about it.
      expect(everyPoint.filter((point) => !points.has(point))).toEqual([]);
    },
  );
});
