import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { store as storeCommand } from "../../../scripts/store/store.ts";
import { copiedTables } from "../../../parts/store/copy/rows.ts";
import { openPostgresStore } from "../../../parts/store/postgres/postgres.ts";
import { openSqliteStore } from "../../../parts/store/sqlite/sqlite.ts";
import type { Store } from "../../../parts/store/store.ts";
import { startPostgres, type PostgresServer } from "../../support/postgres-server.ts";
import { aCall, aGrant, aName, anAnswer, noonMs, silentLog, today } from "./builders.ts";
import { callScene } from "./scenes/calls.ts";
import { grantScene } from "./scenes/grants.ts";
import { journalScene } from "./scenes/journal.ts";
import { paymentScene } from "./scenes/payments.ts";
import { recordingScene, room } from "./scenes/recordings.ts";
import { treasuryScene } from "./scenes/treasury.ts";
import { aVerdict, verdictRoom } from "./suite/verdicts.ts";

let postgres: PostgresServer;
let folder: string;

beforeAll(async () => {
  [postgres, folder] = await Promise.all([
    startPostgres({ fsync: "off" }),
    mkdtemp(join(tmpdir(), "assay-copy-")),
  ]);
  return async () => {
    await postgres[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  };
});

beforeEach(async () => {
  const client = new Client(postgres.url);
  await client.connect();
  await client.query("DROP SCHEMA IF EXISTS assay CASCADE");
  await client.end();
});

const log = silentLog;
const kinds = {
  SQLite: () => join(folder, `${aName()}.sqlite`),
  PostgreSQL: () => postgres.url,
};

async function open(place: string): Promise<Store> {
  if (place.startsWith("postgres:")) return openPostgresStore(place, { log });
  return openSqliteStore(place);
}

async function copy(from: string, to: string) {
  const [said, complained]: [string[], string[]] = [[], []];
  const code = await storeCommand(["copy", "--from", from, "--to", to], {
    env: {},
    say: (text) => said.push(text),
    complain: (text) => complained.push(text),
  });
  return { code, said: said.join("\n"), complained: complained.join("\n") };
}

/** Something of every kind, and how it looks afterwards. */
async function fill(store: Store) {
  const names = {
    calls: await callScene.prepare(store),
    grants: await grantScene.prepare(store),
    journal: await journalScene.prepare(store),
    payments: await paymentScene.prepare(store),
    recordings: await recordingScene.prepare(store),
    treasury: await treasuryScene.prepare(store),
  };
  await store.addRecording({ ...names.recordings.recording, code: "zero \u0000 and \u0001" }, room);
  await store.addKey(names.calls.key, names.calls.creator);
  await store.secret(names.calls.secret);
  const task = { id: "task", owner: "owner", isFinished: true, expiresAtMs: noonMs, body: "a task" };
  await store.putTask("shelf", task, { maxOfOwner: 9, maxBytes: 9_000, nowMs: 0 });
  const verdict = aVerdict({ id: "shared", body: '{"text":"\\u0000 ä"}', expiresAtMs: noonMs });
  await store.shareVerdict(verdict, { ...verdictRoom, nowMs: 0 });
  await store.addServed("0x01");
  await store.countVisit({ kind: "trial", origin: "origin", atMs: noonMs });
  const account = names.treasury.account;
  const sold = { credits: 50, amountCents: 500 };
  const session = names.treasury.checkout.session;
  await store.grant({ account, delta: 50, reason: "card", reference: session, atMs: noonMs });
  await store.beginCall(aCall({ account, credits: 40 }));
  await store.reverse({ reference: "refund", session, account, cents: 500, sold, atMs: noonMs });
  const kept = aCall({ account: names.calls.account, digest: "kept", allowance: 5 });
  await store.beginCall(kept);
  await store.keepCall(kept.id, anAnswer("a kept answer"));
  for (const { owner } of await store.readOwners()) {
    await store.giveBackCallsOf(owner, noonMs);
    await store.releasePaymentsOf(owner);
  }
  return names;
}

type Names = Awaited<ReturnType<typeof fill>>;

/** First the reads, then the results of writes: the same on both sides, because nothing is written in between. */
async function observe(store: Store, names: Names) {
  const { account } = names.treasury;
  const { account: caller, key, secret } = names.calls;
  return {
    statement: await store.readStatement(account),
    key: await store.findKey(key.fingerprint),
    secret: await store.secret(secret),
    recordings: await store.listRecordings({ after: 0, limit: 9 }),
    funnel: await store.readFunnel(),
    entries: await store.listEntries({ limit: 9 }),
    owed: await store.findKey(account),
    served: await store.findServed(["0x01", "0x02"]),
    tasks: await store.listTasks("shelf", "owner", 0),
    shared: await store.findVerdict("shared", 0),
    answered: await store.beginCall(aCall({ account: caller, digest: "kept" })),
    calls: await callScene.observe(store, names.calls),
    grants: await grantScene.observe(store, names.grants),
    treasury: await treasuryScene.observe(store, names.treasury),
    payments: await paymentScene.observe(store, names.payments),
  };
}

describe.for([
  ["SQLite", "PostgreSQL"],
  ["PostgreSQL", "SQLite"],
  ["SQLite", "SQLite"],
] as const)("a copy from %s to %s", ([source, target]) => {
  test("has everything, is proven, and continues as the original would", async () => {
    const [from, to] = [kinds[source](), kinds[target]()];
    let names: Names;
    {
      await using store = await open(from);
      names = await fill(store);
    }
    const { code, said, complained } = await copy(from, to);
    expect([code, complained]).toEqual([0, ""]);
    expect(said).toMatch(/^Copied and proven: \d+ accounts, \d+ credits\./);
    for (const { name } of copiedTables) expect(said).toMatch(new RegExp(`  ${name} [1-9]`));
    await using before = await open(from);
    await using after = await open(to);
    const expected = await observe(before, names);
    expect(await observe(after, names)).toEqual(expected);
    expect(await after.grant(aGrant(names.calls.account, 1))).toBe("granted");
    expect(await after.readAccount(names.calls.account, today)).toMatchObject({
      credits: (await before.readAccount(names.calls.account, today)).credits + 1,
    });
  });
});

describe("a copy", () => {
  test("is refused into a store that is not empty, which stays unchanged", async () => {
    const [from, to] = [kinds.SQLite(), kinds.PostgreSQL()];
    for (const [place, credits] of [
      [from, 5],
      [to, 7],
    ] as const) {
      await using store = await open(place);
      await store.grant(aGrant("account", credits));
    }
    expect(await copy(from, to)).toMatchObject({ code: 1, complained: expect.stringContaining("not empty") });
    await using store = await open(to);
    expect(await store.readAccount("account", today)).toMatchObject({ credits: 7 });
  });

  test("is refused from a store in use, until its process has been silent", async () => {
    const [from, to] = [kinds.SQLite(), kinds.PostgreSQL()];
    await using store = await open(from);
    await store.grant(aGrant("account", 5));
    await store.heartbeat("living", 60_000);
    expect(await copy(from, to)).toMatchObject({ code: 1, complained: expect.stringContaining("is in use") });
    await store.beginCall(aCall({ account: "account", owner: "living", credits: 2 }));
    await store.heartbeat("living", 0);
    expect(await copy(from, to)).toMatchObject({ code: 0, complained: "" });
    await using copied = await open(to);
    expect(await copied.readAccount("account", today)).toMatchObject({ credits: 5 });
  });

  test("is refused from a ledger that contradicts itself", async () => {
    const [from, to] = [kinds.PostgreSQL(), kinds.SQLite()];
    {
      await using store = await open(from);
      await store.grant(aGrant("account", 5));
    }
    const client = new Client(from);
    await client.connect();
    await client.query("UPDATE assay.balances SET credits = 6");
    await client.end();
    expect(await copy(from, to)).toMatchObject({
      code: 1,
      complained: expect.stringContaining("contradicts"),
    });
  });

  test.for<[string[], RegExp]>([
    [[], /Use copy/],
    [["copy", "--from", "a.sqlite"], /needs --from and --to/],
    [["copy", "--from", "a.sqlite", "--to", "a.sqlite"], /the same store/],
    [["copy", "--from", "a.sqlite", "--to", "redis://127.0.0.1"], /copied with version 1\.51\.0/],
    [["copy", "--from", "redis://127.0.0.1", "--to", "a.sqlite"], /copied with version 1\.51\.0/],
    [["move"], /Use copy/],
    [["copy", "--form", "a"], /Unknown option/],
  ])("is refused with the arguments %j", async ([args, why]) => {
    const complained: string[] = [];
    const around = { env: {}, say: () => {}, complain: (text: string) => complained.push(text) };
    expect(await storeCommand(args, around)).toBe(2);
    expect(complained.join("\n")).toMatch(why);
    expect(complained.join("\n")).toContain("npm run store -- copy --from STORE --to STORE");
  });

  test("is refused from a missing store", async () => {
    const from = kinds.SQLite();
    const { code, complained } = await copy(from, kinds.PostgreSQL());
    expect([code, complained]).toEqual([1, `There is no store at ${from}.`]);
  });

  test("is refused from an unavailable server, with the cause", async () => {
    const { code, complained } = await copy("postgres://assay@127.0.0.1:1/assay", kinds.SQLite());
    expect([code, complained]).toEqual([1, expect.stringContaining("ECONNREFUSED")]);
  });
});

test("--help prints the usage", async () => {
  const said: string[] = [];
  const around = { env: {}, say: (text: string) => said.push(text), complain: () => {} };
  expect(await storeCommand(["--help"], around)).toBe(0);
  expect(said.join("\n")).toContain("Exit status");
});
