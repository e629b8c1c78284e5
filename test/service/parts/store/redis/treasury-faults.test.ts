import { Redis } from "ioredis";
import { afterAll, expect, test, vi } from "vitest";
import { openRedisStore } from "../../../../../service/parts/store/redis/redis.ts";
import { startRedis } from "../../../../support/redis-server.ts";
import { aGrant, aName, silentLog, today } from "../builders.ts";
import { creditByProcesses } from "../crediting-processes.ts";
import { startCuttingProxy } from "../cutting-proxy.ts";
import { testLostAnswers } from "../lost-answers.ts";
import { treasuryScene } from "../scenes/treasury.ts";
import { aDeposit, aKey, aReservation, dayMs, reserved, terms } from "../treasury-builders.ts";
import { patienceMs } from "../../../../support/until.ts";

const redis = await startRedis();
const proxy = await startCuttingProxy(redis.port);
const admin = new Redis(redis.url);
const open = (url = redis.url) => openRedisStore(url, { log: silentLog });

afterAll(async () => {
  admin.disconnect();
  await proxy[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});

// Before the answer that matters come those that say whom the amount is reserved for, and what is left there.
const passing = { "creditDeposit of a reserved amount": 2 };

const { prepare, observe, writes } = treasuryScene;

testLostAnswers({ open, proxy }, { ...treasuryScene, passing });

test("a credit whose first answer is lost is asked for again", async () => {
  await using direct = await open();
  await using cut = await open(proxy.url);
  const { account, amountWei } = await reserved(direct);
  proxy.cut(1);
  expect(await cut.creditDeposit(aDeposit({ amountWei }), terms)).toMatchObject({ account, isNew: true });
  expect(await direct.readEntries(account)).toHaveLength(1);
});

test("eight processes that credit the same deposits at once credit each once", async () => {
  await using store = await open();
  const account = await aKey(store);
  const told = await creditByProcesses(8, { store: redis.url, account, deposits: 20 });
  expect(told.filter((line) => line.endsWith("true"))).toHaveLength(20);
  expect(told).toHaveLength(160);
  expect(await store.readStatement(account)).toMatchObject({ credits: 34, remainderWei: "0" });
});

test("a Redis that is killed and started again has every payment as it was", async () => {
  await using store = await open();
  const [untouched, killed] = [await prepare(store), await prepare(store)];
  for (const name of ["creditDeposit of a reserved amount", "claimDeposit", "closeCheckout", "countVisit"]) {
    for (const names of [untouched, killed]) await writes[name]!(store, names);
  }
  const expected = await observe(store, untouched);
  await redis.stop();
  await redis.start();
  await vi.waitFor(() => store.ping(), { timeout: patienceMs, interval: 50 });
  expect(await observe(store, killed)).toEqual(expected);
});

test("accounts of a version that kept no list of them are listed", async () => {
  await admin.flushall();
  await using store = await open();
  const accounts = [`a${aName()}`, `b${aName()}`];
  for (const account of accounts) await store.grant(aGrant(account, 3));
  await admin.del("assay:accounts");
  await admin.set("assay:credits:c", 5);
  expect(await store.listAccounts({ limit: 9 })).toEqual([
    ...accounts.map((account) => ({ account, credits: 3 })),
    { account: "c", credits: 5 },
  ]);
  expect(await store.listAccounts({ after: accounts[0]!, limit: 1 })).toMatchObject([
    { account: accounts[1] },
  ]);
});

test("of payments nothing expires; of a visit only its name does", async () => {
  await admin.flushall();
  await using store = await open();
  const names = await prepare(store);
  await writes["creditDeposit of a reserved amount"]!(store, names);
  await writes["countVisit"]!(store, names);
  await reserved(store, { account: names.account });
  const expiring: string[] = [];
  for (const key of await admin.keys("assay:*")) {
    if ((await admin.ttl(key)) !== -1) expiring.push(key.split(":")[1]!);
  }
  expect(expiring.toSorted()).toEqual(["minted", "visit"]);
});

test("an unused reservation that has been pruned and a deposit that was forgotten leave nothing behind", async () => {
  await admin.flushall();
  await using store = await open();
  const asked = aReservation();
  await store.reserve(asked);
  await store.seeDeposit(aDeposit({ amountWei: asked.amountsWei[0]! }));
  await store.prune(asked.expiresAtMs + 91 * dayMs);
  await store.forgetSeen(31337, 100);
  expect(await admin.keys("assay:*")).toEqual([]);
});

test("a deposit that has an entry but no record is not credited again", async () => {
  await using store = await open();
  const deposit = aDeposit({ fingerprint: await aKey(store), amountWei: "5000" });
  await store.creditDeposit(deposit, terms);
  await admin.del(`assay:deposit:${deposit.reference}`);
  await expect(store.creditDeposit(deposit, terms)).rejects.toBeInstanceOf(Error);
  expect(await store.readAccount(deposit.fingerprint!, today)).toMatchObject({ credits: 5 });
  expect(await store.readDeposit(deposit.reference)).toBeUndefined();
});
