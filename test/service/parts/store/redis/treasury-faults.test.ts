import { Redis } from "ioredis";
import { afterAll, expect, test, vi } from "vitest";
import { openRedisStore } from "../../../../../service/parts/store/redis/redis.ts";
import type { Store } from "../../../../../service/parts/store/store.ts";
import type { Deposit } from "../../../../../service/parts/store/treasury.ts";
import { startRedis } from "../../../../support/redis-server.ts";
import { aGrant, aName, noonMs, silentLog, today } from "../builders.ts";
import { creditByProcesses } from "../crediting-processes.ts";
import { startCuttingProxy } from "../cutting-proxy.ts";
import { testLostAnswers, type Writes } from "../lost-answers.ts";
import {
  aCheckout,
  aDeposit,
  aKey,
  anAmount,
  aReservation,
  dayMs,
  reserved,
  terms,
} from "../treasury-builders.ts";
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

type Names = Awaited<ReturnType<typeof prepare>>;

let scenes = 0;

/** A key with a remainder and an open reservation, deposits of every state, and two checkouts. */
async function prepare(store: Store) {
  scenes += 1;
  const chain = scenes;
  // Every scene has the same amounts, so each has them at a time of its own.
  const nowMs = noonMs + scenes * 3 * dayMs;
  const account = await aKey(store);
  const asked = { account, amountsWei: ["3900"], nowMs, expiresAtMs: nowMs + dayMs };
  const { id } = await reserved(store, asked);
  const [named, seen, unclaimed, added] = [0, 1, 2, 3].map((block) =>
    aDeposit({ chain, block, amountWei: "1700", blockTimeMs: nowMs }),
  ) as [Deposit, Deposit, Deposit, Deposit];
  await store.creditDeposit({ ...named, fingerprint: account }, terms);
  await store.seeDeposit(seen);
  await store.creditDeposit(unclaimed, terms);
  const [checkout, next] = [aCheckout({ account }), aCheckout({ account })];
  await store.addCheckout(checkout);
  const deposits = { named, seen, unclaimed, added };
  return { chain, nowMs, account, id, asked, deposits, checkout, next, kind: aName() };
}

/** What there is of it afterwards, without the names that differ from run to run. */
async function observe(store: Store, names: Names) {
  const { account, id, nowMs, deposits, checkout, next, kind } = names;
  const states = await Promise.all(
    Object.values(deposits).map(({ reference }) => store.readDeposit(reference)),
  );
  const { credits, remainderWei, entries } = await store.readStatement(account);
  const checkouts = await store.listCheckouts({ limit: 10_000 });
  const stateOf = (of: string) => checkouts.find(({ session }) => session === of)?.state;
  return {
    deposits: states.map(
      (deposit) => deposit && [deposit.state, deposit.credits, deposit.account === account],
    ),
    statement: { credits, remainderWei, entries: entries.map(({ delta, reason }) => ({ delta, reason })) },
    reservation: (await store.readReservation(id))?.deposit?.state,
    open: (await store.listOpenReservations(account, nowMs)).length,
    checkouts: [stateOf(checkout.session), stateOf(next.session)],
    visits: (await store.readFunnel()).counts
      .filter((visit) => visit.kind === kind)
      .map(({ count }) => count),
  };
}

const writes: Writes<Names> = {
  reserve: async (store, { asked }) =>
    (await store.reserve(aReservation({ ...asked, id: aName(), amountsWei: [anAmount()] }))).outcome,
  "reserve that is one too many": (store, { asked }) => store.reserve(aReservation({ ...asked, maxOpen: 1 })),
  "reserve of an amount that is taken": (store, { asked }) => store.reserve(aReservation(asked)),
  seeDeposit: (store, { deposits }) => store.seeDeposit(deposits.added),
  forgetSeen: (store, { chain }) => store.forgetSeen(chain, 3),
  "creditDeposit of a named key": (store, { account, deposits }) =>
    store.creditDeposit({ ...deposits.added, fingerprint: account }, terms).then(({ credits }) => credits),
  "creditDeposit of a reserved amount": (store, { deposits }) =>
    store.creditDeposit({ ...deposits.added, amountWei: "3900" }, terms).then(({ state }) => state),
  "creditDeposit of nobody": (store, { deposits }) =>
    store.creditDeposit(deposits.added, terms).then(({ state }) => state),
  claimDeposit: (store, { account, deposits }) =>
    store
      .claimDeposit(deposits.unclaimed.reference, { ...terms, account })
      .then((claimed) => claimed?.credits),
  addCheckout: (store, { next }) => store.addCheckout(next),
  closeCheckout: (store, { checkout }) => store.closeCheckout(checkout.session),
  "grant of a card payment (whose second sending is settled)": (store, { account, checkout }) =>
    store
      .grant({ account, delta: 50, reason: "card", reference: checkout.session, atMs: noonMs })
      .then(() => "credited"),
  countVisit: (store, { kind }) => store.countVisit({ kind, origin: "origin", atMs: noonMs }),
};

// Before the answer that matters come those that say whom the amount is reserved for, and what is left there.
const passing = { "creditDeposit of a reserved amount": 2 };

testLostAnswers({ open, proxy }, { prepare, observe, writes, passing });

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
