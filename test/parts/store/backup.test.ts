import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { proveLedger } from "../../../scripts/ledger/prove.ts";
import { describeProof } from "../../../scripts/ledger/report.ts";
import { store as storeCommand } from "../../../scripts/store/store.ts";
import { openPostgresStore } from "../../../parts/store/postgres/postgres.ts";
import { openSqliteStore } from "../../../parts/store/sqlite/sqlite.ts";
import type { Store } from "../../../parts/store/store.ts";
import { startPostgres } from "../../support/postgres-server.ts";
import { until } from "../../support/until.ts";
import { aCall, anAccount, silentLog, today } from "./builders.ts";

const run = promisify(execFile);
const log = silentLog;
const granted = 1000;

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "assay-backup-"))));
afterAll(async () => rm(folder, { recursive: true }));

/** Charges one account again and again until stopped; what it has before and after. */
async function work(
  store: Store,
): Promise<{ account: string; charged: () => number; stop: () => Promise<void> }> {
  const account = await anAccount(store, granted);
  let [charges, isStopped] = [0, false];
  const working = (async () => {
    while (!isStopped && charges < granted) {
      const call = aCall({ account, credits: 1, allowance: 0 });
      await store.beginCall(call);
      await store.keepCall(call.id, undefined);
      charges += 1;
    }
  })();
  return {
    account,
    charged: () => charges,
    stop: async () => {
      isStopped = true;
      await working;
    },
  };
}

/** Backs up during work and restores: whether the copy is from one moment and its ledger is proven. */
async function restored(store: Store, backUp: () => Promise<Store>) {
  const { account, charged, stop } = await work(store);
  await until(() => charged() > 5);
  const before = charged();
  await using copy = await backUp();
  const after = charged();
  await stop();
  const { ok, accounts } = describeProof(await proveLedger(copy));
  const { credits } = await copy.readAccount(account, today);
  const left = (await store.readAccount(account, today)).credits;
  return {
    ok,
    accounts,
    isOfThatTime: credits <= granted - before && credits >= granted - after - 1,
    isSourceWhole: left === granted - charged(),
  };
}

const whole = { ok: true, accounts: 1, isOfThatTime: true, isSourceWhole: true };

test("SQLite is backed up by the command while others write", async () => {
  const [from, to] = [join(folder, "store.sqlite"), join(folder, "backup.sqlite")];
  await using store = await openSqliteStore(from);
  const said: string[] = [];
  const surroundings = {
    env: {},
    say: (text: string) => void said.push(text),
    complain: (text: string) => void said.push(text),
  };
  const backUp = async (): Promise<Store> => {
    expect(await storeCommand(["backup", "--from", from, "--to", to], surroundings)).toBe(0);
    return openSqliteStore(to);
  };
  expect(await restored(store, backUp)).toEqual(whole);
  expect(said[0]).toMatch(/^Backed up and proven: 1 accounts, \d+ credits/);
  expect(await storeCommand(["backup", "--from", from, "--to", to], surroundings)).toBe(1);
  expect(said.at(-1)).toContain("is there already");
  expect(
    await storeCommand(["backup", "--from", "postgres://127.0.0.1/assay", "--to", to], surroundings),
  ).toBe(2);
});

test("PostgreSQL is backed up and restored by pg_dump and pg_restore while others write", async () => {
  await using server = await startPostgres({ fsync: "off" });
  await using store = await openPostgresStore(server.url, { log });
  const backUp = async (): Promise<Store> => {
    const dump = join(folder, "backup.dump");
    await run("pg_dump", ["--format=custom", "--schema=assay*", `--file=${dump}`, server.url]);
    const client = new Client(server.url);
    await client.connect();
    await client.query("CREATE DATABASE restored");
    await client.end();
    const restoredUrl = server.url.replace(/postgres$/, "restored");
    await run("pg_restore", [`--dbname=${restoredUrl}`, dump]);
    return openPostgresStore(restoredUrl, { log });
  };
  expect(await restored(store, backUp)).toEqual(whole);
});
