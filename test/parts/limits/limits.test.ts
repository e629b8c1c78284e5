import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Limits } from "../../../parts/limits/limits.ts";
import { limitTable, refusalOf, type RefusingLimit } from "../../../parts/limits/table.ts";
import { openTestLimits } from "../../support/limits.ts";
import { manualClock, type ManualClock } from "../../support/manual-clock.ts";
import { startRedis, type RedisServer } from "../../support/redis-server.ts";

let redis: RedisServer;
let inside: Redis;
beforeAll(async () => {
  redis = await startRedis();
  inside = new Redis(redis.url);
});
beforeEach(async () => void (await inside.flushall()));
afterAll(async () => {
  inside.disconnect();
  await redis[Symbol.asyncDispose]();
});

type Counting = Readonly<{ limits: Limits; clock: ManualClock; later(ms: number): Promise<void> }>;

async function open(kind: "memory" | "Redis"): Promise<Counting> {
  const clock = manualClock();
  const limits = await openTestLimits({ clock, redisUrl: kind === "Redis" ? redis.url : undefined });
  onTestFinished(async () => limits[Symbol.asyncDispose]());
  return { limits, clock, later: async (ms) => later(clock, ms) };
}

/** Redis counts by its own clock, so the rest of each window is shortened by as much. */
async function later(clock: ManualClock, ms: number): Promise<void> {
  await clock.advance(ms);
  for (const key of await inside.keys("*")) await inside.pexpire(key, (await inside.pttl(key)) - ms);
}

const { max, forS } = limitTable.checkouts;

/** How many of these tries are allowed. */
async function allowedOf(tries: number, limits: Limits, name = "ada"): Promise<number> {
  const counted = await Promise.all(
    Array.from({ length: tries }, async () => limits.count("checkouts", name)),
  );
  return counted.filter(({ isTooMuch }) => !isTooMuch).length;
}

describe.for(["memory", "Redis"] as const)("limits in %s", (kind) => {
  test("allow a number for one name, and the same for another", async () => {
    const { limits } = await open(kind);
    expect(await allowedOf(max + 5, limits)).toBe(max);
    expect(await allowedOf(max + 5, limits, "bob")).toBe(max);
    expect(await limits.count("topupsOfKey", "ada")).toMatchObject({ isTooMuch: false });
  });

  test("start again when their time is over, counted from the first call of each name", async () => {
    const { limits, later: pass } = await open(kind);
    await allowedOf(max, limits);
    await pass(10_000);
    await allowedOf(max, limits, "bob");
    await pass(forS * 1000 - 11_000);
    const counted = await limits.count("checkouts", "ada");
    if (!counted.isTooMuch) throw new Error("it was not too much");
    expect(counted.endsInMs).toBeGreaterThan(0);
    expect(counted.endsInMs).toBeLessThanOrEqual(1000);
    await pass(1000);
    expect([await allowedOf(max + 1, limits), await allowedOf(1, limits, "bob")]).toEqual([max, 0]);
  });

  test("do not count refused calls", async () => {
    const { limits } = await open(kind);
    const free = limitTable.abandonedWork.max;
    const counts = [];
    for (const ms of [free - 1, 2, 1, 1]) counts.push(await limits.count("abandonedWork", "ada", ms));
    expect(counts.map(({ isTooMuch }) => isTooMuch)).toEqual([false, true, false, true]);
    expect(await limits.count("abandonedWork", "bob", free + 1)).toMatchObject({ isTooMuch: true });
    expect(await limits.count("abandonedWork", "bob", free)).toMatchObject({ isTooMuch: false });
  });

  test("do not count calls that are undone, however often they were full", async () => {
    const { limits } = await open(kind);
    for (let n = 0; n < 3; n += 1) {
      const undo = await Promise.all(
        Array.from({ length: max }, async () => limits.keep("checkouts", "ada")),
      );
      expect(await allowedOf(5, limits)).toBe(0);
      for (const one of undo) one();
    }
    expect(await allowedOf(max + 1, limits)).toBe(max);
  });

  test("take nothing back from a later period", async () => {
    const { limits, later: pass } = await open(kind);
    const undo = await limits.keep("checkouts", "ada");
    await pass(forS * 1000);
    expect(await allowedOf(max, limits)).toBe(max);
    undo();
    expect(await allowedOf(1, limits)).toBe(0);
  });

  test("refuse with their own message, and with the time to retry", async () => {
    const { limits, clock } = await open(kind);
    for (const name of ["checkouts", "unpaidSignedRequests", "unknownKeys"] satisfies RefusingLimit[]) {
      await limits.count(name, "ada", limitTable[name].max);
      const fault = await limits.keep(name, "ada").catch((error: unknown) => error);
      expect(fault).toMatchObject({
        code: "rate_limited",
        message: refusalOf(name),
        detail: { retryAfterS: 60 },
      });
      const { resetAtMs } = (fault as { detail: { resetAtMs: number } }).detail;
      expect(resetAtMs - clock.now()).toBeGreaterThan(50_000);
      expect(resetAtMs - clock.now()).toBeLessThanOrEqual(60_000);
    }
    expect(refusalOf("checkouts")).toBe("Limit reached: 10 checkouts per key and minute.");
  });
});

describe("limits that processes share", () => {
  test("are exact: of three thousand tries by three of them six hundred are allowed", async () => {
    const all = await Promise.all([open("Redis"), open("Redis"), open("Redis")]);
    let allowed = 0;
    for (let round = 0; round < 20; round += 1) {
      const counted = await Promise.all(
        Array.from({ length: 150 }, async (_, n) => all[n % 3]!.limits.count("unknownKeys", "ada")),
      );
      allowed += counted.filter(({ isTooMuch }) => !isTooMuch).length;
    }
    expect(allowed).toBe(limitTable.unknownKeys.max);
  });

  test("have room again when one of them undoes its count", async () => {
    const [one, other] = await Promise.all([open("Redis"), open("Redis")]);
    const undo = await one.limits.keep("checkouts", "ada");
    expect(await allowedOf(max, other.limits)).toBe(max - 1);
    undo();
    await expect.poll(async () => allowedOf(1, other.limits)).toBe(1);
    expect(await allowedOf(1, one.limits)).toBe(0);
  });

  test("leave nothing in Redis after a late undo", async () => {
    const { limits } = await open("Redis");
    const undo = await limits.keep("checkouts", "ada");
    await inside.flushall();
    undo();
    expect(await allowedOf(0, limits, "bob")).toBe(0);
    await limits.count("checkouts", "bob");
    expect(await inside.keys("*")).toHaveLength(1);
  });

  test("have no names in Redis, and no key that outlives its limit", async () => {
    const { limits } = await open("Redis");
    await limits.count("unknownKeys", "192.0.2.1");
    const [key, ...more] = await inside.keys("*");
    expect([more, key]).toEqual([[], expect.stringMatching(/^assay-limits:unknownKeys:[\w-]{43}$/)]);
    expect(await inside.pttl(key!)).toBeGreaterThan(0);
  });

  test("refuse without a call to Redis once they are full, if they are never undone", async () => {
    const { limits } = await open("Redis");
    await limits.count("unknownKeys", "ada", limitTable.unknownKeys.max);
    expect(await limits.count("unknownKeys", "ada")).toMatchObject({ isTooMuch: true });
    await inside.flushall();
    expect(await limits.count("unknownKeys", "ada")).toMatchObject({ isTooMuch: true });
    expect(await limits.count("unknownKeys", "bob")).toMatchObject({ isTooMuch: false });
  });
});
