import { Client } from "pg";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { migrations } from "../../../../parts/store/postgres/migrations.ts";
import { openPostgresStore } from "../../../../parts/store/postgres/postgres.ts";
import { startProxy } from "../../../support/part-proxy.ts";
import { startPostgres, type PostgresServer } from "../../../support/postgres-server.ts";
import { until } from "../../../support/until.ts";
import { aCall, aGrant, aName, anAccount, noonMs, silentLog, today } from "../builders.ts";
import { patience, testOutages, unavailable } from "../outages.ts";
import { creditByProcesses } from "../crediting-processes.ts";
import { journalScene } from "../scenes/journal.ts";
import { treasuryScene } from "../scenes/treasury.ts";
import { aDeposit, aKey, terms } from "../treasury-builders.ts";

let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres();
  return async () => postgres[Symbol.asyncDispose]();
});

const open = (url = postgres.url) => openPostgresStore(url, { log: silentLog });

async function command(text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client(postgres.url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

describe("a PostgreSQL that is down", () => {
  testOutages({ server: () => postgres, open, nowhere: "postgres://assay@127.0.0.1:1/postgres" });

  test("is reported once, and so is its return", async () => {
    const told: string[] = [];
    const tell = (words: string): void => void told.push(words);
    await using store = await openPostgresStore(postgres.url, {
      log: { ...silentLog, warn: tell, info: tell },
    });
    await postgres.stop();
    for (let n = 0; n < 3; n += 1) await expect(store.ping()).rejects.toMatchObject(unavailable);
    await postgres.start();
    await vi.waitFor(() => store.ping(), patience);
    await store.ping();
    expect(told).toEqual(["postgres connection lost", "postgres connection restored"]);
  });

  test("for a moment only is waited for, without any error", async () => {
    await using way = await startProxy(() => [{ port: postgres.port, host: "127.0.0.1" }]);
    await using store = await open(`postgres://assay@127.0.0.1:${way.port}/postgres`);
    const account = await anAccount(store, 7);
    way.down();
    const granting = store.grant(aGrant(account, 1));
    // Twice may be a lost connection that is retried; the third time shows the patience.
    await until(() => way.refused() >= 3);
    way.heal();
    expect(await granting).toBe("granted");
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 8 });
  });

  test("for writes only, as a replica is, is unavailable and recovers", async () => {
    await using store = await open();
    const account = await anAccount(store, 7);
    await command("ALTER SYSTEM SET default_transaction_read_only = on");
    await command("SELECT pg_reload_conf()");
    await vi.waitFor(async () => {
      await expect(store.grant(aGrant(account, 0))).rejects.toMatchObject(unavailable);
    }, patience);
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 7 });
    await command("ALTER SYSTEM RESET default_transaction_read_only");
    await command("SELECT pg_reload_conf()");
    await vi.waitFor(() => store.grant(aGrant(account, 1)), patience);
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 8 });
  });
});

test("a server that is killed and started again has all its data", async () => {
  await using store = await open();
  const { prepare, observe, writes } = treasuryScene;
  const [untouched, killed] = [await prepare(store), await prepare(store)];
  for (const name of ["creditDeposit of a reserved amount", "claimDeposit", "closeCheckout", "countVisit"]) {
    for (const names of [untouched, killed]) await writes[name]!(store, names);
  }
  const [entries, written] = [await journalScene.prepare(store), await journalScene.prepare(store)];
  for (const names of [entries, written]) await journalScene.writes["writeEntry"]!(store, names);
  const expected = [await observe(store, untouched), await journalScene.observe(store, entries)];
  await postgres.stop();
  await postgres.start();
  await vi.waitFor(() => store.ping(), patience);
  expect([await observe(store, killed), await journalScene.observe(store, written)]).toEqual(expected);
});

test("connections that the server closes are replaced, without any error", async () => {
  await using store = await open();
  const account = await anAccount(store, 7);
  await command("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'assay'");
  const granted = Array.from({ length: 20 }, () => store.grant(aGrant(account, 1)));
  expect(new Set(await Promise.all(granted))).toEqual(new Set(["granted"]));
  expect(await store.readAccount(account, today)).toMatchObject({ credits: 27 });
});

test("eight processes that credit the same deposits at once credit each once", async () => {
  await using store = await open();
  const account = await aKey(store);
  const told = await creditByProcesses(8, { store: postgres.url, account, deposits: 20 });
  expect(told.filter((line) => line.endsWith("true"))).toHaveLength(20);
  expect(told).toHaveLength(160);
  expect(await store.readStatement(account)).toMatchObject({ credits: 34, remainderWei: "0" });
});

test("a deposit that has an entry but no record is not credited again", async () => {
  await using store = await open();
  const deposit = aDeposit({ fingerprint: await aKey(store), amountWei: "5000" });
  await store.creditDeposit(deposit, terms);
  await command(`DELETE FROM assay.deposits WHERE reference = '${deposit.reference}'`);
  await expect(store.creditDeposit(deposit, terms)).rejects.toThrow(/has an entry but was never decided/);
  expect(await store.readAccount(deposit.fingerprint!, today)).toMatchObject({ credits: 5 });
  expect(await store.readDeposit(deposit.reference)).toBeUndefined();
});

describe("conflicting commands", () => {
  /** Its first call fails as when the server aborts one of two transactions. */
  async function failOnce(state: string): Promise<void> {
    await command(`
      CREATE SEQUENCE IF NOT EXISTS assay.failures; ALTER SEQUENCE assay.failures RESTART;
      CREATE OR REPLACE FUNCTION assay.fail_once() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('assay.failures') < 3 THEN RAISE EXCEPTION 'in the way' USING ERRCODE = '${state}'; END IF;
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER fail_once AFTER INSERT ON assay.entries EXECUTE FUNCTION assay.fail_once()`);
  }

  test.for(["40001", "40P01"])("(%s) are retried, and happen once", async (state) => {
    await using store = await open();
    const account = await anAccount(store, 7);
    await failOnce(state);
    expect(await store.beginCall(aCall({ account, credits: 2 }))).toMatchObject({ outcome: "taken" });
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 5 });
    await command("DROP TRIGGER fail_once ON assay.entries");
  });

  test("are a defect, and reported as one, when they violate a constraint", async () => {
    await using store = await open();
    const account = await anAccount(store, 1);
    const entry = { ...aGrant(account, -2), reference: aName() };
    await expect(store.grant(entry)).rejects.toThrow(/violates check constraint/);
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 1 });
  });
});

describe("the settings of the server", () => {
  async function warningsAtOpening(): Promise<unknown[]> {
    const warnings: unknown[] = [];
    const log = { ...silentLog, warn: (_words: string, fields?: object) => warnings.push(fields) };
    await using _store = await openPostgresStore(postgres.url, { log });
    return warnings;
  }

  test("cause no warning when they keep every write", async () => {
    expect(await warningsAtOpening()).toEqual([]);
  });

  test("cause a warning with advice when they can lose writes", async () => {
    await command("ALTER ROLE assay SET synchronous_commit = off");
    const advice = expect.stringContaining("synchronous_commit = on");
    expect(await warningsAtOpening()).toEqual([{ setting: "synchronous_commit", found: "off", advice }]);
    await command("ALTER ROLE assay RESET synchronous_commit");
  });
});

describe("the migrations", () => {
  test("create the tables once for ten programs that start at once on an empty database, and all work", async () => {
    const openings = Array.from({ length: 10 }, () =>
      openPostgresStore(postgres.url, { schema: "fresh", log: silentLog }),
    );
    const stores = await Promise.all(openings);
    const granted = await Promise.all(stores.map((store) => store.grant(aGrant("account", 1))));
    expect(new Set(granted)).toEqual(new Set(["granted"]));
    expect(await stores[0]!.readAccount("account", today)).toMatchObject({ credits: 10 });
    await Promise.all(stores.map((store) => store[Symbol.asyncDispose]()));
  });

  test("refuse a store that a newer program wrote, and leave it unchanged", async () => {
    const newer = { schema: "newer", log: silentLog };
    await (await openPostgresStore(postgres.url, newer))[Symbol.asyncDispose]();
    await command("UPDATE newer.version SET number = 99");
    await expect(openPostgresStore(postgres.url, newer)).rejects.toMatchObject({
      ...unavailable,
      cause: { message: expect.stringMatching(/newer version of Assay \(schema 99/) },
    });
    expect(await command("SELECT number FROM newer.version")).toEqual([{ number: "99" }]);
  });

  test("leave nothing when they are interrupted, and the next start completes them", async () => {
    const cut = { schema: "cut", log: silentLog };
    await command("CREATE SCHEMA cut; CREATE TABLE cut.keys ()");
    await expect(openPostgresStore(postgres.url, cut)).rejects.toThrow(/already exists/);
    expect(await command("SELECT tablename FROM pg_tables WHERE schemaname = 'cut'")).toEqual([
      { tablename: "keys" },
    ]);
    await command("DROP TABLE cut.keys");
    await using store = await openPostgresStore(postgres.url, cut);
    await store.ping();
  });

  test("bring tables of version 1.51.0 to the current form, with all their data", async () => {
    await command(`CREATE SCHEMA former; SET search_path = former; CREATE TABLE version (number bigint NOT NULL);
      ${migrations[0]!}; INSERT INTO version VALUES (1);
      INSERT INTO keys VALUES ('key', ${noonMs}, NULL, NULL);
      INSERT INTO entries (account, delta, reason, reference, at_ms) VALUES ('key', 7, 'grant', 'reference', ${noonMs})`);
    await using store = await openPostgresStore(postgres.url, { schema: "former", log: silentLog });
    expect(await store.beginCallOfKey(aCall({ account: "key", credits: 2 }))).toMatchObject({
      outcome: "taken",
    });
    expect(await store.readAccount("key", today)).toMatchObject({ credits: 5 });
    expect(await command("SELECT number FROM former.version")).toEqual([
      { number: String(migrations.length) },
    ]);
  });

  test("leave alone what an earlier version has in its own schema", async () => {
    await command("CREATE SCHEMA assay_ed4985701c4a; CREATE TABLE assay_ed4985701c4a.functions ()");
    await using store = await open();
    await store.ping();
    expect(await command("SELECT FROM assay_ed4985701c4a.functions")).toEqual([]);
  });
});

test("text of every kind is returned unchanged", async () => {
  await using store = await open();
  const texts = ["a\u0000b", "\u0001", "\u00010", "\u0000\u0001\u00000", "\\u0000", "é 🐍", "_aB \"'", ""];
  for (const text of texts) {
    const name = aName() + text;
    await store.writeNote({ name, version: 0, text });
    expect(await store.readNote(name)).toEqual({ name, version: 1, text });
  }
});

test("a lease is counted by the server's clock, not that of a process", async () => {
  await using store = await open();
  await using ahead = await openPostgresStore(postgres.url, { log: silentLog });
  const name = aName();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  try {
    expect(await ahead.takeLease({ name, owner: "ahead", lifeMs: 60_000 })).toBe(true);
  } finally {
    vi.useRealTimers();
  }
  expect(await store.takeLease({ name, owner: "other", lifeMs: 60_000 })).toBe(false);
  const [row] = await command(
    `SELECT until_ms - extract(epoch FROM now()) * 1000 < 60001 AS near FROM assay.leases WHERE name = '${name}'`,
  );
  expect(row).toEqual({ near: true });
});
