import { Redis } from "ioredis";
import { afterAll, expect, test } from "vitest";
import { openRedisStore } from "../../../../../service/parts/store/redis/redis.ts";
import { startRedis } from "../../../../support/redis-server.ts";
import { silentLog } from "../builders.ts";
import { startCuttingProxy } from "../cutting-proxy.ts";
import { testLostAnswers } from "../lost-answers.ts";
import { recordingScene, room } from "../scenes/recordings.ts";
import { aRecording } from "../suite/recordings.ts";

const redis = await startRedis();
const proxy = await startCuttingProxy(redis.port);
const admin = new Redis(redis.url);
const open = (url = redis.url) => openRedisStore(url, { log: silentLog });

afterAll(async () => {
  admin.disconnect();
  await proxy[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});

testLostAnswers({ open, proxy }, recordingScene);

test("what is dropped leaves nothing behind", async () => {
  await admin.flushall();
  await using store = await open();
  const [dropped, kept] = [aRecording(), aRecording()];
  for (const recording of [dropped, kept]) await store.addRecording(recording, { ...room, maxItems: 1 });
  expect((await admin.keys("assay:*")).toSorted()).toEqual([
    `assay:recording-totals`,
    `assay:recording:${kept.digest}`,
    `assay:recordings`,
  ]);
  const bytes = Buffer.byteLength(kept.code) + Buffer.byteLength(JSON.stringify(kept.rules));
  expect(await admin.hgetall("assay:recording-totals")).toEqual({ cursor: "2", bytes: String(bytes) });
});
