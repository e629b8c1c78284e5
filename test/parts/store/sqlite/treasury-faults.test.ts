import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { migrations } from "../../../../parts/store/sqlite/migrations.ts";
import { openSqliteStore } from "../../../../parts/store/sqlite/sqlite.ts";
import { addedEntry, aGrant, aName, today } from "../builders.ts";
import { creditByProcesses, startCrediting } from "../crediting-processes.ts";
import { anOpening } from "../suite/grants.ts";
import { aRecording, listAll } from "../suite/recordings.ts";
import { aCheckout, aDeposit, aKey, reserved, terms } from "../treasury-builders.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-treasury-"));
afterAll(() => rm(folder, { recursive: true }));

const aFile = (): string => join(folder, `${aName()}.sqlite`);

test("eight processes that credit the same deposits at once credit each once", async () => {
  const file = aFile();
  await using store = await openSqliteStore(file);
  const account = await aKey(store);
  const told = await creditByProcesses(8, { store: file, account, deposits: 20 });
  expect(told.filter((line) => line.endsWith("true"))).toHaveLength(20);
  expect(told).toHaveLength(160);
  expect(await store.readStatement(account)).toMatchObject({ credits: 34, remainderWei: "0" });
});

test("acknowledged deposits before a SIGKILL exist afterwards, with their credits and remainders", async () => {
  const file = aFile();
  await using store = await openSqliteStore(file);
  const account = await aKey(store);
  const child = startCrediting({ store: file, account, deposits: 1_000_000 });
  const exited = once(child, "exit");
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line.split(" ")[0]!);
    if (acknowledged.length === 25) child.kill("SIGKILL");
  }
  await exited;
  const { credits, remainderWei, entries } = await store.readStatement(account);
  const references = entries.map(({ reference }) => reference);
  expect(references.slice(0, acknowledged.length)).toEqual(acknowledged);
  expect(BigInt(credits) * 1_000n + BigInt(remainderWei)).toBe(1_700n * BigInt(entries.length));
  for (const reference of references) {
    expect(await store.readDeposit(reference)).toMatchObject({ state: "credited" });
  }
});

test.for([1, 2, 3])("a file of schema %i gets what it lacks and keeps its data", async (version) => {
  const file = aFile();
  writeOldStore(file, version);
  await using store = await openSqliteStore(file);
  expect(await store.readAccount("account", today)).toMatchObject({ credits: 7 });
  expect(await store.listAccounts({ limit: 9 })).toEqual([{ account: "account", credits: 7 }]);
  const entry = await addedEntry(store);
  expect(await store.readEntry(entry.book, entry.id)).toEqual(entry);
  const { amountWei } = await reserved(store);
  expect(await store.creditDeposit(aDeposit({ amountWei }), terms)).toMatchObject({ state: "credited" });
  expect(await store.openGrant(anOpening())).toBe("opened");
  const recording = aRecording();
  await store.addRecording(recording, { maxItems: 1, maxBytes: 1000 });
  expect(await listAll(store)).toEqual([recording.code]);
  const checkout = aCheckout({ session: "paid before it was known" });
  await store.addCheckout(checkout);
  expect(await store.listCheckouts({ limit: 9 })).toEqual([{ ...checkout, state: "credited" }]);
});

test("a deposit that has an entry but no record is not credited again", async () => {
  const file = aFile();
  await using store = await openSqliteStore(file);
  const deposit = aDeposit({ fingerprint: await aKey(store), amountWei: "5000" });
  await store.creditDeposit(deposit, terms);
  deleteDeposits(file);
  const neighbour = store.grant(aGrant("account", 1));
  await expect(store.creditDeposit(deposit, terms)).rejects.toBeInstanceOf(Error);
  expect(await neighbour).toBe("granted");
  expect(await store.readAccount(deposit.fingerprint!, today)).toMatchObject({ credits: 5 });
  expect(await store.readDeposit(deposit.reference)).toBeUndefined();
});

test("accounts with only a balance, a remainder or entries are listed too", async () => {
  const file = aFile();
  await using store = await openSqliteStore(file);
  for (const account of ["b", "d"]) await store.grant(aGrant(account, 1));
  writeStrays(file);
  expect(await store.listAccounts({ limit: 9 })).toMatchObject(
    ["a", "b", "c", "d"].map((account) => ({ account })),
  );
  expect(await store.listAccounts({ after: "a", limit: 2 })).toMatchObject([
    { account: "b" },
    { account: "c" },
  ]);
});

/** As an earlier version left it: an account with seven credits, two of them by card. */
function writeOldStore(file: string, version: number): void {
  using db = new DatabaseSync(file);
  for (const step of migrations.slice(0, version)) db.exec(step);
  const entries = "INSERT INTO entries (account, delta, reason, reference, at_ms) VALUES";
  db.exec(
    `${entries} ('account', 5, 'grant', 'a', 1), ('account', 2, 'card', 'paid before it was known', 2)`,
  );
  db.exec(`PRAGMA user_version = ${version}`);
}

function deleteDeposits(file: string): void {
  using db = new DatabaseSync(file);
  db.exec("DELETE FROM deposits");
}

function writeStrays(file: string): void {
  using db = new DatabaseSync(file);
  db.exec("INSERT INTO balances VALUES ('a', 3); INSERT INTO remainders VALUES ('c', '1')");
  db.exec("DELETE FROM balances WHERE account = 'd'");
}
