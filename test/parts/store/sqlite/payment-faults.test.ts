import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { migrations } from "../../../../parts/store/sqlite/migrations.ts";
import { openSqliteStore } from "../../../../parts/store/sqlite/sqlite.ts";
import type { Store } from "../../../../parts/store/store.ts";
import { aName, noonMs } from "../builders.ts";
import { aClaim, aTransfer, paidAt } from "../payment-builders.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-sqlite-"));
afterAll(() => rm(folder, { recursive: true }));
const aFile = (): string => join(folder, aName(), "assay.sqlite");

const transfer = aTransfer({ log: 3 });

async function settle(store: Store, claim = aClaim(), by = transfer): Promise<string> {
  await store.claimPayment(claim);
  await store.keepWork(claim.id, claim.hold, { answer: "answer" });
  return store.settlePayment(claim.id, { ...paidAt(noonMs), transfer: by });
}

test("a transfer has settled a payment permanently, even after pruning: it settles no other, and not that one again", async () => {
  await using store = await openSqliteStore(aFile());
  const claim = aClaim();
  expect(await settle(store, claim)).toBe("settled");
  await store.prune(claim.keepUntilMs - 1);
  expect(await store.findPayment(claim.id)).toMatchObject({ state: "settled" });
  await store.prune(claim.keepUntilMs);
  expect(await store.findPayment(claim.id)).toBeUndefined();
  await store.prune(noonMs + 10_000 * 86_400_000);
  expect(await settle(store)).toBe("taken");
  expect(await settle(store, claim)).toBe("taken");
  expect(await settle(store, aClaim(), { ...transfer, log: 4 })).toBe("settled");
});

test("the transactions of payments that an earlier version settled are counted", async () => {
  const file = aFile();
  const version = migrations.findIndex((step) => step.includes("CREATE TABLE transfers"));
  await mkdir(dirname(file));
  writeOldStore(file, version);
  await using store = await openSqliteStore(file);
  const chain = "eip155:8453";
  expect(await settle(store, aClaim(), { chain, transaction: "0xab", log: null })).toBe("taken");
  expect(await settle(store, aClaim(), { chain, transaction: "0xab", log: 0 })).toBe("settled");
  expect(await settle(store, aClaim(), { chain, transaction: "0xcd", log: null })).toBe("settled");
});

/** As an earlier version left it: a settled payment, one that is not, and one whose receipt cannot be read. */
function writeOldStore(file: string, version: number): void {
  using db = new DatabaseSync(file);
  for (const step of migrations.slice(0, version)) db.exec(step);
  const insert = db.prepare(
    `INSERT INTO payments (id, state, signature, payer, request, terms, claimed_at_ms, keep_until_ms, is_uncertain, receipt)
     VALUES (?, ?, 's', 'p', 'r', '{}', 1, 9e15, 0, ?)`,
  );
  insert.run("settled", "settled", '{"success":true,"network":"eip155:8453","transaction":"0xAB"}');
  insert.run("worked", "worked", null);
  insert.run("strange", "settled", "receipt");
  db.exec(`PRAGMA user_version = ${version}`);
}
