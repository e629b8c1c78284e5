import { Redis } from "ioredis";
import { afterAll, expect, test } from "vitest";
import { openRedisStore } from "../../../../../service/parts/store/redis/redis.ts";
import { startRedis } from "../../../../support/redis-server.ts";
import { noonMs, silentLog } from "../builders.ts";
import { startCuttingProxy } from "../cutting-proxy.ts";
import { testLostAnswers } from "../lost-answers.ts";
import { grantScene } from "../scenes/grants.ts";
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

testLostAnswers({ open, proxy }, grantScene);

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
