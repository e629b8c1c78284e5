import { Redis } from "ioredis";
import { afterAll, expect, test } from "vitest";
import { openRedisStore } from "../../../../../service/parts/store/redis/redis.ts";
import type { Store } from "../../../../../service/parts/store/store.ts";
import { startRedis } from "../../../../support/redis-server.ts";
import { noonMs, silentLog } from "../builders.ts";
import { startCuttingProxy } from "../cutting-proxy.ts";
import { testLostAnswers, type Writes } from "../lost-answers.ts";
import { anOpening, aTurn } from "../suite/grants.ts";

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

/** A grant whose token was turned once, and one that is not open yet. */
async function prepare(store: Store) {
  const opened = anOpening();
  await store.openGrant(opened);
  await store.turnGrant(aTurn(opened.id, "first", "second"));
  return { opened, next: anOpening({ account: opened.account, maxOpen: 1 }) };
}

async function observe(store: Store, { opened, next }: Names) {
  return {
    isOpen: (await store.readGrant(opened.id, noonMs)) !== undefined,
    isNextOpen: (await store.readGrant(next.id, noonMs)) !== undefined,
    next: await store.turnGrant(aTurn(opened.id, "third", "fourth")),
  };
}

const writes: Writes<Names> = {
  openGrant: (store, { next }) => store.openGrant(next),
  "openGrant of an id that was used": (store, { opened }) =>
    store.openGrant({ ...opened, tokenHash: "other" }),
  turnGrant: (store, { opened }) => store.turnGrant(aTurn(opened.id, "second", "third")),
  "turnGrant of a token that was turned (whose second sending finds it gone)": async (store, { opened }) => {
    expect(["reused", "gone"]).toContain(await store.turnGrant(aTurn(opened.id, "first", "third")));
  },
  endGrant: (store, { opened }) => store.endGrant(opened.id, noonMs),
};

testLostAnswers({ open, proxy }, { prepare, observe, writes });

test("every grant expires by itself, after more than it can matter, and so does its account's list", async () => {
  await admin.flushall();
  await using store = await open();
  const [opening, ended] = [anOpening(), anOpening()];
  for (const grant of [opening, ended]) await store.openGrant(grant);
  await store.turnGrant(aTurn(opening.id, "first", "second"));
  await store.endGrant(ended.id, noonMs);
  const lives = new Map<string, number>();
  for (const key of await admin.keys("assay:*")) lives.set(key, await admin.ttl(key));
  const dayS = 86_400;
  expect(Object.fromEntries(lives)).toEqual({
    [`assay:oauth-grant:${opening.id}`]: expect.toSatisfy((lifeS: number) => lifeS > 90 * dayS),
    [`assay:oauth-grants-of:${opening.account}`]: expect.toSatisfy((lifeS: number) => lifeS > 90 * dayS),
    [`assay:oauth-grant:${ended.id}`]: expect.toSatisfy((lifeS: number) => lifeS > 300 && lifeS < 3_600),
  });
});
