import { monitorEventLoopDelay } from "node:perf_hooks";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import type { Limits } from "../../../parts/limits/limits.ts";
import { limitTable } from "../../../parts/limits/table.ts";
import { createMetrics } from "../../../parts/observe/metrics.ts";
import { rememberingLog } from "../../agent/remembering-log.ts";
import { freePort } from "../../support/free-port.ts";
import { openTestLimits } from "../../support/limits.ts";
import { startRedis, type RedisServer } from "../../support/redis-server.ts";
import { until } from "../../support/until.ts";

async function open(redisUrl: string) {
  const [log, metrics] = [rememberingLog(), createMetrics()];
  const limits = await openTestLimits({ log, metrics, redisUrl });
  onTestFinished(async () => limits[Symbol.asyncDispose]());
  const areShared = async () => /^assay_limits_shared (\d)$/m.exec((await metrics.text()).body)?.[1] === "1";
  return { limits, log, areShared };
}

/** Calls at a steady rate: none may fail, or take longer than Redis is given to answer. */
function callSteadily(limits: Limits, name: string) {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const calls: Promise<void>[] = [];
  let slowestMs = 0;
  const call = async (): Promise<void> => {
    const startedAt = performance.now();
    await limits.count("unknownKeys", name);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  };
  const timer = setInterval(() => void calls.push(call()), 2);
  return {
    calls: () => calls.length,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(calls);
      delays.disable();
      // A busy machine may delay a call three times: at its start, at its time limit and at its answer.
      expect(slowestMs).toBeLessThan(150 + (3 * delays.max) / 1e6);
    },
  };
}

type Outage = Readonly<{
  begin(redis: RedisServer): void | Promise<void>;
  end(redis: RedisServer): void | Promise<void>;
}>;
const outages: Readonly<Record<string, Outage>> = {
  killed: { begin: async ({ stop }) => stop(), end: async ({ start }) => start() },
  "full and refuses to write": {
    begin: async ({ url }) => setMaxMemory(url, "1"),
    end: async ({ url }) => setMaxMemory(url, "0"),
  },
  frozen: { begin: ({ pause }) => pause(), end: ({ resume }) => resume() },
};

async function setMaxMemory(url: string, bytes: string): Promise<void> {
  const client = new Redis(url);
  await client.config("SET", "maxmemory", bytes);
  client.disconnect();
}

test.for(Object.entries(outages))(
  "with a Redis that is %s no call fails or hangs, each process counts by itself, and then all together again",
  async ([, { begin, end }]) => {
    await using redis = await startRedis();
    const [one, other] = [await open(redis.url), await open(redis.url)];
    expect([await one.areShared(), await other.areShared()]).toEqual([true, true]);
    const steady = callSteadily(one.limits, "steady");
    await begin(redis);
    for (const { limits } of [one, other]) {
      const tries = Array.from({ length: 900 }, async () => limits.count("unknownKeys", "ada"));
      const allowed = (await Promise.all(tries)).filter(({ isTooMuch }) => !isTooMuch);
      expect(allowed).toHaveLength(limitTable.unknownKeys.max);
    }
    expect([await one.areShared(), await other.areShared()]).toEqual([false, false]);
    // It is tried once a second, and all other calls continue meanwhile.
    await until(() => steady.calls() >= 1000);
    await steady.stop();

    await end(redis);
    for (const { limits, areShared } of [one, other])
      await until(async () => {
        await limits.count("appLookups", "site");
        return areShared();
      });
    const both = [one, other].flatMap(({ limits }) =>
      Array.from({ length: 20 }, async () => limits.count("checkouts", "shared again")),
    );
    const allowed = (await Promise.all(both)).filter(({ isTooMuch }) => !isTooMuch);
    expect(allowed).toHaveLength(limitTable.checkouts.max);
    const said = one.log.lines.map(({ level, words }) => [level, words]);
    expect(said).toEqual([
      ["warn", "limits are counted by this process alone"],
      ["info", "limits are shared again"],
    ]);
  },
);

test("a Redis that is unavailable at the start is used when it comes up", async () => {
  await using redis = await startRedis();
  await redis.stop();
  const { limits, log, areShared } = await open(redis.url);
  expect(await limits.count("checkouts", "ada", limitTable.checkouts.max)).toMatchObject({
    isTooMuch: false,
  });
  expect([await areShared(), log.lines.length]).toEqual([false, 1]);
  await redis.start();
  await until(areShared);
  expect(log.lines.map(({ words }) => words)).toEqual([
    "limits are counted by this process alone",
    "limits are shared again",
  ]);
});

test("closing logs nothing, with and without a Redis", async () => {
  const { limits, log } = await open(`redis://127.0.0.1:${await freePort()}`);
  await limits.count("checkouts", "ada");
  const before = log.lines.length;
  await limits[Symbol.asyncDispose]();
  await using redis = await startRedis();
  const there = await open(redis.url);
  const counting = there.limits.count("checkouts", "ada");
  await there.limits[Symbol.asyncDispose]();
  expect(await counting).toMatchObject({ isTooMuch: false });
  expect([log.lines.length, there.log.lines]).toEqual([before, []]);
});
