import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { systemClock } from "../../platform/clock.ts";
import { openLog } from "../../platform/log.ts";
import { copyRows } from "../../parts/store/copy/copy.ts";
import { openPostgresRows } from "../../parts/store/copy/postgres-rows.ts";
import type { RowTarget } from "../../parts/store/copy/rows.ts";
import { openSqliteRows } from "../../parts/store/copy/sqlite-rows.ts";
import { openPostgresStore } from "../../parts/store/postgres/postgres.ts";
import { openSqliteStore } from "../../parts/store/sqlite/sqlite.ts";
import type { Store } from "../../parts/store/store.ts";
import { proveLedger } from "../ledger/prove.ts";
import { describeProof } from "../ledger/report.ts";

const isPostgres = (place: string): boolean => /^postgres(?:ql)?:/.test(place);

/** Copies, proves both ledgers, and says what was copied. Rejects where anything is in the way. */
export async function copyStore({ from, to }: Readonly<{ from: string; to: string }>): Promise<string> {
  if (!isPostgres(from) && !existsSync(from)) throw new Error(`There is no store at ${from}.`);
  const before = await proveAtRest(from);
  const copied = await copy(from, to);
  const after = await prove(to);
  if (!isDeepStrictEqual(after, before)) throw new Error("The ledgers differ. Empty the target.");
  const rows = copied
    .filter(({ rows: count }) => count > 0)
    .map(({ table, rows: count }) => `  ${table} ${count}`);
  const words = `Copied and proven: ${before.accounts} accounts, ${before.credits} credits.`;
  return [words, ...rows].join("\n");
}

async function copy(from: string, to: string) {
  await using source = await openRows(from);
  await using target = await openRows(to);
  return await copyRows(source, target);
}

async function openRows(place: string): Promise<RowTarget> {
  return isPostgres(place) ? openPostgresRows(place) : openSqliteRows(place);
}

/** Settles what dead processes left open. Nothing may be written while rows are read, so living ones are refused. */
async function proveAtRest(place: string) {
  await using store = await open(place);
  for (const { owner, isSilent } of await store.readOwners()) {
    if (!isSilent) {
      throw new Error(`${place} is in use: stop the service and the agent, and try again after 15 seconds.`);
    }
    await store.releasePaymentsOf(owner, "if silent");
    await store.giveBackCallsOf(owner, systemClock.now(), "if silent");
  }
  return await proveWhole(store);
}

async function prove(place: string) {
  await using store = await open(place);
  return await proveWhole(store);
}

async function proveWhole(store: Store) {
  const proof = describeProof(await proveLedger(store));
  if (!proof.ok) throw new Error(`The ledger contradicts itself:\n${proof.contradictions.join("\n")}`);
  return proof;
}

async function open(place: string): Promise<Store> {
  return isPostgres(place) ? openPostgresStore(place, { log: openLog("silent") }) : openSqliteStore(place);
}
