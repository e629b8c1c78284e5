import { Redis } from "ioredis";
import { afterAll, expect, test } from "vitest";
import { openRedisStore } from "../../../../../service/parts/store/redis/redis.ts";
import type { Store } from "../../../../../service/parts/store/store.ts";
import { startRedis } from "../../../../support/redis-server.ts";
import { silentLog } from "../builders.ts";
import { startCuttingProxy } from "../cutting-proxy.ts";
import { testLostAnswers, type Writes } from "../lost-answers.ts";
import { aRecording } from "../suite/recordings.ts";

const redis = await startRedis();
const proxy = await startCuttingProxy(redis.port);
const admin = new Redis(redis.url);
const open = (url = redis.url) => openRedisStore(url, { log: silentLog });
const room = { maxItems: 1000, maxBytes: 1_000_000 };

afterAll(async () => {
  admin.disconnect();
  await proxy[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});

type Names = Awaited<ReturnType<typeof prepare>>;

async function prepare(store: Store) {
  const listed = await store.listRecordings({ after: 0, limit: 100 });
  return { recording: aRecording(), before: listed.at(-1)?.cursor ?? 0 };
}

/** How often it is there. */
async function observe(store: Store, { recording, before }: Names) {
  const since = await store.listRecordings({ after: before, limit: 100 });
  return since.filter(({ code }) => code === recording.code).length;
}

const writes: Writes<Names> = {
  addRecording: (store, { recording }) => store.addRecording(recording, room),
};

testLostAnswers({ open, proxy }, { prepare, observe, writes });

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
