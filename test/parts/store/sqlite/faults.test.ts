import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, rmdir, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Worker } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../../../../parts/store/sqlite/schema.ts";
import { openSqliteStore } from "../../../../parts/store/sqlite/sqlite.ts";
import { aCall, aGrant, anAccount, anAnswer, aName, noonMs, sumOfEntries, today } from "../builders.ts";
import { anOpening } from "../suite/grants.ts";
import { aClaim, settledPayment } from "../payment-builders.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-sqlite-"));
afterAll(() => rm(folder, { recursive: true }));

const aFile = (): string => join(folder, aName(), "assay.sqlite");
const unavailable = { code: "store_unavailable" };
const welcoming = fileURLToPath(new URL("../welcoming-process.ts", import.meta.url));
const script = fileURLToPath(new URL("../granting-process.ts", import.meta.url));

/** Another process that grants; `limit` goes before it, to hold it to less than this one has. */
function startGranting(file: string, account: string, { times = 1_000_000, limit = "true" } = {}) {
  const line = `${limit}; exec "$0" "$@"`;
  const args = ["-c", line, process.execPath, script, file, account, String(times)];
  const child = spawn("sh", args, { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exited = once(child, "exit");
  return { child, exited, nextLine: async (): Promise<string> => (await lines.next()).value ?? "" };
}

test("acknowledged writes before a SIGKILL exist afterwards", async () => {
  const file = aFile();
  const { child, exited, nextLine } = startGranting(file, "account");
  const acknowledged: string[] = [];
  while (acknowledged.length < 25) acknowledged.push(await nextLine());
  child.kill("SIGKILL");
  await exited;
  await using store = await openSqliteStore(file);
  const references = (await store.readEntries("account")).map(({ reference }) => reference.split(" ")[0]);
  expect(references.slice(0, 25)).toEqual(acknowledged.map((line) => line.replace("granted ", "")));
  expect(await store.readAccount("account", today)).toMatchObject({ credits: references.length });
});

test("after a SIGKILL every key has its welcome credits, and no credits are there without their key", async () => {
  for (let round = 0; round < 5; round += 1) {
    const file = aFile();
    const args = ["--liftoff-only", welcoming, file];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const exited = once(child, "exit");
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const acknowledged: string[] = [];
    while (acknowledged.length < 10 + 7 * round) acknowledged.push((await lines.next()).value ?? "");
    child.kill("SIGKILL");
    await exited;
    {
      await using store = await openSqliteStore(file);
      for (const key of acknowledged)
        expect(await store.readAccount(key, today)).toEqual({ credits: 7, usedToday: 0 });
    }
    using database = new DatabaseSync(file);
    const names = (sql: string) =>
      database
        .prepare(sql)
        .all()
        .map(({ name }) => name);
    const keys = names("SELECT fingerprint AS name FROM keys ORDER BY 1");
    expect(keys.length).toBeGreaterThanOrEqual(acknowledged.length);
    expect(names("SELECT account AS name FROM entries ORDER BY 1")).toEqual(keys);
    expect(names("SELECT account AS name FROM balances WHERE credits = 7 ORDER BY 1")).toEqual(keys);
  }
});

test("two processes that write at the same time both succeed", async () => {
  await using store = await openSqliteStore(join(folder, "shared.sqlite"));
  const account = await anAccount(store, 300);
  const { exited, nextLine } = startGranting(join(folder, "shared.sqlite"), account, { times: 100 });
  await nextLine();
  for (let round = 0; round < 10; round += 1) {
    const calls = Array.from({ length: 20 }, () => aCall({ account }));
    await Promise.all(calls.map((call) => store.beginCall(call)));
    await Promise.all(calls.map(({ id }) => store.keepCall(id, undefined)));
  }
  const [exitCode] = await exited;
  expect(exitCode).toBe(0);
  expect(await store.readAccount(account, today)).toMatchObject({ credits: 300 + 100 - 200 });
  expect(await sumOfEntries(store, account)).toBe(200);
});

test("a new file that eight processes open at once is created once", async () => {
  const file = aFile();
  const stores = await Promise.all(Array.from({ length: 8 }, () => openSqliteStore(file)));
  const secrets = await Promise.all(stores.map((store) => store.secret("name")));
  expect(new Set(secrets).size).toBe(1);
  for (const store of stores) await store[Symbol.asyncDispose]();
});

test("a transaction of another process is waited for", async () => {
  const file = aFile();
  await using store = await openSqliteStore(file);
  using other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE");
  const granting = store.grant(aGrant("account", 1));
  const first = await Promise.race([granting, new Promise((resolve) => setTimeout(resolve, 100, "waiting"))]);
  expect(first).toBe("waiting");
  other.exec("COMMIT");
  expect(await granting).toBe("granted");
});

test("a full disk makes the store unavailable, loses nothing that was acknowledged, and recovers without a restart", async () => {
  const file = aFile();
  const { child, exited, nextLine } = startGranting(file, "account", { limit: "ulimit -S -f 1200" });
  let granted = 0;
  let line = "";
  for (; ; granted += 1) {
    line = await nextLine();
    if (line.startsWith("failed")) break;
  }
  expect(line).toBe("failed store_unavailable");
  expect(granted).toBeGreaterThan(0);
  await promisify(execFile)("prlimit", ["--pid", String(child.pid), "--fsize=unlimited"]);
  while (!line.startsWith("granted")) line = await nextLine();
  child.kill("SIGKILL");
  await exited;
  await using store = await openSqliteStore(file);
  const { credits } = await store.readAccount("account", today);
  expect(credits).toBeGreaterThan(granted);
  expect(await sumOfEntries(store, "account")).toBe(credits);
});

const unfit: Record<string, (file: string) => unknown> = {
  "is a folder": (file) => mkdir(file),
  "is not a database": (file) => writeFile(file, "x".repeat(10_000)),
  "was written by a newer version": writeNewerStore,
  "cannot have its folder created": (file) => rmdir(dirname(file)).then(() => writeFile(dirname(file), "")),
};

test.for(Object.entries(unfit))("a file that %s is unavailable", async ([, make]) => {
  const file = aFile();
  await mkdir(dirname(file));
  await make(file);
  await expect(openSqliteStore(file)).rejects.toMatchObject(unavailable);
});

test("a store that cannot write its log opens once it can", async () => {
  const file = aFile();
  await mkdir(`${file}-wal`, { recursive: true });
  await expect(openSqliteStore(file)).rejects.toMatchObject(unavailable);
  await rmdir(`${file}-wal`);
  await using store = await openSqliteStore(file);
  expect(await store.grant(aGrant("account", 1))).toBe("granted");
});

test("a command that fails half-way leaves nothing behind, and the commands beside it stay", async () => {
  await using store = await openSqliteStore(aFile());
  const creator = { address: "address", day: today, limit: 2 };
  const addKey = (createdAtMs: number) =>
    store.addKey({ fingerprint: aName(), createdAtMs, origin: null }, creator);
  const settled = await Promise.allSettled([addKey(noonMs), addKey(0.5), addKey(noonMs)]);
  expect(settled.map((one) => one.status === "fulfilled" && one.value)).toEqual(["added", false, "added"]);
});

test("a thread that dies fails its commands, and the next command starts another", async () => {
  const starting = once(process, "worker") as Promise<[Worker]>;
  await using store = await openSqliteStore(aFile());
  const [worker] = await starting;
  const account = await anAccount(store, 5);
  const pending = Promise.allSettled(Array.from({ length: 300 }, () => store.grant(aGrant(account, 1))));
  void worker.terminate();
  const failed = (await pending).filter((settled) => settled.status === "rejected");
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.every(({ reason }) => reason.code === "store_unavailable")).toBe(true);
  const { credits } = await store.readAccount(account, today);
  expect(credits).toBe(await sumOfEntries(store, account));
  expect(credits).toBeGreaterThanOrEqual(5 + 300 - failed.length);
});

test("disposing answers what was sent and leaves one file without a log", async () => {
  const file = aFile();
  const store = await openSqliteStore(file);
  const granting = Array.from({ length: 600 }, () => store.grant(aGrant("account", 1)));
  await store[Symbol.asyncDispose]();
  expect(new Set(await Promise.all(granting))).toEqual(new Set(["granted"]));
  expect(existsSync(`${file}-wal`)).toBe(false);
});

test("pruning drops expired answers, calls closed for an hour and counters of three days", async () => {
  const file = aFile();
  await using store = await openSqliteStore(file);
  const call = aCall({ allowance: 1 });
  await store.addKey(
    { fingerprint: "f", createdAtMs: noonMs, origin: null },
    { address: "a", day: today, limit: 1 },
  );
  await store.beginCall(call);
  await store.keepCall(call.id, anAnswer());
  using db = new DatabaseSync(file);
  const count = (table: string) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"];
  const counts = () => ["answers", "calls", "used", "minted"].map(count);
  await store.prune(noonMs + 600_000 - 1);
  expect(counts()).toEqual([1, 1, 1, 1]);
  await store.prune(noonMs + 600_000);
  expect(counts()).toEqual([0, 1, 1, 1]);
  await store.prune(noonMs + 3_600_001);
  expect(counts()).toEqual([0, 0, 1, 1]);
  await store.prune(noonMs + 3 * 86_400_000);
  expect(counts()).toEqual([0, 0, 1, 1]);
  await store.prune(noonMs + 4 * 86_400_000);
  expect(counts()).toEqual([0, 0, 0, 0]);
});

test("pruning drops grants that expired, and ended ones five minutes later", async () => {
  const file = aFile();
  await using store = await openSqliteStore(file);
  const [lives, ended] = [anOpening(), anOpening()];
  for (const opening of [lives, ended]) await store.openGrant(opening);
  await store.endGrant(ended.id, noonMs);
  using db = new DatabaseSync(file);
  const left: unknown[] = [];
  for (const atMs of [noonMs + 299_999, noonMs + 300_000, lives.expiresAtMs - 1, lives.expiresAtMs]) {
    await store.prune(atMs);
    left.push(db.prepare("SELECT count(*) AS n FROM grants").get()?.["n"]);
  }
  expect(left).toEqual([2, 1, 1, 0]);
});

test("pruning drops payments that no longer matter", async () => {
  const file = aFile();
  await using store = await openSqliteStore(file);
  const [earlier, later] = [aClaim(), aClaim({ keepUntilMs: noonMs + 2 * 86_400_000 })];
  for (const claim of [earlier, later]) await settledPayment(store, claim);
  await store.prune(earlier.keepUntilMs);
  expect(await store.findPayment(earlier.id)).toBeUndefined();
  expect(await store.findPayment(later.id)).toMatchObject({ state: "settled" });
});

test("pruning leaves a payment that someone works for, until it is released", async () => {
  await using store = await openSqliteStore(aFile());
  const claim = aClaim();
  await store.claimPayment(claim);
  await store.keepWork(claim.id, claim.hold, { answer: "answer" });
  await store.prune(claim.keepUntilMs);
  expect(await store.findPayment(claim.id)).toMatchObject({ state: "worked" });
  await store.letGoPayment(claim.id, claim.hold, { atMs: noonMs, isUncertain: false });
  await store.prune(claim.keepUntilMs);
  expect(await store.findPayment(claim.id)).toBeUndefined();
});

/** It has every table of this version, so only its number differs. */
function writeNewerStore(file: string): void {
  using db = openDatabase(file);
  db.exec("PRAGMA user_version = 999");
}
