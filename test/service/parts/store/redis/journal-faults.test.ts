import { Redis } from "ioredis";
import { afterAll, expect, test, vi } from "vitest";
import { openRedisStore } from "../../../../../service/parts/store/redis/redis.ts";
import { startRedis } from "../../../../support/redis-server.ts";
import { manualClock } from "../../../../support/manual-clock.ts";
import { aBook, addedEntry, noonMs, silentLog } from "../builders.ts";
import { startCuttingProxy } from "../cutting-proxy.ts";
import { testLostAnswers } from "../lost-answers.ts";
import { journalScene } from "../scenes/journal.ts";
import { patienceMs } from "../../../../support/until.ts";

const redis = await startRedis();
const proxy = await startCuttingProxy(redis.port);
const open = (url = redis.url) => openRedisStore(url, { log: silentLog });

afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});

const { prepare, observe, writes } = journalScene;

testLostAnswers({ open, proxy }, journalScene);

test("a taking that is sent again does not give what was lost to another meanwhile", async () => {
  const clock = manualClock(noonMs);
  await using direct = await openRedisStore(redis.url, { log: silentLog, clock });
  await using cut = await openRedisStore(proxy.url, { log: silentLog, clock });
  const book = aBook();
  const [lost, kept] = [
    await addedEntry(direct, { book }),
    await addedEntry(direct, { book, dueAtMs: noonMs + 1 }),
  ];
  const taking = { book, states: ["seen"] as const, limit: 1 };
  const late = { nowMs: noonMs + 1, holdMs: 60_000 };
  const others: unknown[] = [];
  proxy.cut(1, {
    meanwhile: async () => {
      await clock.advance(1);
      others.push(await direct.takeEntries({ ...taking, owner: "other", ...late }));
    },
  });
  const given = await cut.takeEntries({ ...taking, owner: "owner", nowMs: noonMs, holdMs: 1 });
  expect(others).toEqual([[lost]]);
  expect(given).toEqual([]);
  expect(await direct.takeEntries({ ...taking, owner: "other", ...late })).toEqual([kept]);
});

test("a Redis that is killed and started again has every entry, note and lease as it was", async () => {
  await using store = await open();
  const [untouched, killed] = [await prepare(store), await prepare(store)];
  for (const names of [untouched, killed]) await writes["writeEntry"]!(store, names);
  const expected = await observe(store, untouched);
  await redis.stop();
  await expect(store.readEntry(killed.book, killed.held.id)).rejects.toMatchObject({
    code: "store_unavailable",
  });
  await redis.start();
  await vi.waitFor(() => store.ping(), { timeout: patienceMs, interval: 50 });
  expect(await observe(store, killed)).toEqual(expected);
});

test("a taking and a lease expire, and entries and notes never do", async () => {
  const admin = new Redis(redis.url);
  await admin.flushall();
  await using store = await open();
  const { held } = await prepare(store);
  await store.writeEntry({ ...held, state: "settled", dueAtMs: null });
  await addedEntry(store);
  const lives = new Map<string, number>();
  for (const key of await admin.keys("assay:*")) lives.set(key, await admin.ttl(key));
  admin.disconnect();
  const expiring = new Map([...lives].filter(([, lifeS]) => lifeS !== -1));
  expect(new Set([...expiring.keys()].map((key) => key.split(":")[1]))).toEqual(new Set(["lease", "taking"]));
  expect(Math.min(...expiring.values())).toBeGreaterThan(500);
});

test("what has been pruned leaves nothing behind", async () => {
  const admin = new Redis(redis.url);
  await admin.flushall();
  await using store = await open();
  const book = aBook();
  for (const dueAtMs of [null, noonMs]) await addedEntry(store, { book, state: "vanished", dueAtMs });
  await store.prune(noonMs + 91 * 86_400_000);
  expect(await admin.keys("assay:*")).toEqual([]);
  admin.disconnect();
});
