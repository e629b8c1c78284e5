import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { createBatches } from "../../../../parts/store/sqlite/batch.ts";
import type { Ask } from "../../../../parts/store/sqlite/protocol.ts";
import { openDatabase } from "../../../../parts/store/sqlite/schema.ts";
import { aCall, aGrant, aName, noonMs } from "../builders.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-sqlite-"));
afterAll(() => rm(folder, { recursive: true }));

const [normal, full] = [1, 2];
const ask = (name: Ask["name"], ...args: Ask["args"]): Ask => ({ n: 1, name, args, nowMs: noonMs });
const writes = (): Ask => ask("beginCall", aCall());
const survives = (): Ask => ask("grant", aGrant("account", 1));

/** A new file, and how its connection commits after each batch. */
function openBatches() {
  let db: DatabaseSync | undefined;
  const file = join(folder, `${aName()}.sqlite`);
  const batches = createBatches(file, (name) => (db = openDatabase(name)));
  const read = (pragma: string) => db?.prepare(`PRAGMA ${pragma}`).get()?.[pragma];
  return {
    durabilityAfter: (asks: readonly Ask[]) => {
      for (const reply of batches.run(asks)) expect(reply).toHaveProperty("value");
      return { synchronous: read("synchronous"), journal: read("journal_mode") };
    },
    [Symbol.dispose]: () => batches.close(),
  };
}

test("data that must survive power loss is on the disk when it is acknowledged; data that may be undone does not wait for that", () => {
  using batches = openBatches();
  for (const [asks, synchronous] of [
    [[survives()], full],
    [[writes()], normal],
    [[writes(), survives(), writes()], full],
    [[writes(), writes()], normal],
    [[survives()], full],
  ] as const) {
    expect(batches.durabilityAfter(asks)).toEqual({ synchronous, journal: "wal" });
  }
});
