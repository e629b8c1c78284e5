import { Redis } from "ioredis";
import { afterAll, expect, test } from "vitest";
import { openRedisStore } from "../../../../../service/parts/store/redis/redis.ts";
import { startRedis } from "../../../../support/redis-server.ts";
import { noonMs, silentLog } from "../builders.ts";
import { startCuttingProxy } from "../cutting-proxy.ts";
import { testLostAnswers } from "../lost-answers.ts";
import { paymentScene } from "../scenes/payments.ts";
import { aClaim, aTransfer, left, paidAt, settledPayment } from "../payment-builders.ts";

const redis = await startRedis();
const proxy = await startCuttingProxy(redis.port);
const admin = new Redis(redis.url);
const open = (url = redis.url) => openRedisStore(url, { log: silentLog });

afterAll(async () => {
  admin.disconnect();
  await proxy[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});

const { prepare } = paymentScene;

testLostAnswers({ open, proxy }, paymentScene);

test("everything of a payment expires, a day and more after it was claimed, but for who holds it, who was served and what it was paid by", async () => {
  await admin.flushall();
  await using store = await open();
  await prepare(store);
  const lives = new Map<string, number>();
  for (const key of await admin.keys("assay:*")) {
    const kind = key.split(":")[1]!;
    lives.set(kind, Math.min(lives.get(kind) ?? Infinity, await admin.ttl(key)));
  }
  const forEver = [...lives].filter(([, lifeS]) => lifeS === -1).map(([kind]) => kind);
  expect(forEver.toSorted()).toEqual(["owners", "payments-of", "served", "transfers"]);
  expect(lives.get("payment")).toBeGreaterThan(86_400);
  expect(lives.get("payment-repeated")).toBeGreaterThan(600);
  expect(lives.get("payment-under-way")).toBeGreaterThan(300);
  expect(lives.get("payments-unpaid")).toBeGreaterThan(600);
});

test("a transfer has settled a payment for ever, although the payment has expired: no other, and not that one again", async () => {
  await using store = await open();
  const transfer = aTransfer({ log: 3 });
  const settle = async (claim = aClaim(), by = transfer): Promise<string> => {
    await store.claimPayment(claim);
    await store.keepWork(claim.id, claim.hold, { answer: "answer" });
    return store.settlePayment(claim.id, { ...paidAt(noonMs), transfer: by });
  };
  const claim = aClaim();
  expect(await settle(claim)).toBe("settled");
  await admin.del(`assay:payment:${claim.id}`);
  expect(await settle()).toBe("taken");
  expect(await settle(claim)).toBe("taken");
  expect(await settle(aClaim(), { ...transfer, log: 4 })).toBe("settled");
});

test.for([1, 30])("a payment that matters for %i days is kept for them and not much longer", async (days) => {
  await using store = await open();
  const claim = await settledPayment(store, aClaim({ keepUntilMs: noonMs + days * 86_400_000 }));
  const lifeS = await admin.ttl(`assay:payment:${claim.id}`);
  expect(lifeS).toBeGreaterThan(days * 86_400);
  expect(lifeS).toBeLessThanOrEqual(days * 86_400 + 3_600);
});

test("a payment that is let go or settled leaves no name of who held it", async () => {
  await admin.flushall();
  await using store = await open();
  const { owner, bare, worked } = await prepare(store);
  await store.letGoPayment(bare.id, bare.hold, left());
  await store.settlePayment(worked.id, paidAt(noonMs));
  expect(await admin.keys("assay:payments-of:*")).toEqual([]);
  expect(await admin.keys("assay:payment-under-way:*")).toEqual([]);
  expect(await store.releasePaymentsOf(owner)).toBe(0);
});
