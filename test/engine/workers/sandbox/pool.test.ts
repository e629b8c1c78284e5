import { describe, expect, test } from "vitest";
import { openLog } from "../../../../platform/log.ts";
import { createMetrics } from "../../../../parts/observe/metrics.ts";
import type { WarmBox } from "../../../../engine/workers/sandbox/box.ts";
import { createMeters } from "../../../../engine/workers/sandbox/meters.ts";
import { createPool } from "../../../../engine/workers/sandbox/pool.ts";
import { manualClock } from "../../../support/manual-clock.ts";

const signal = new AbortController().signal;

/** A pool whose boxes start when the test says so. */
function playStarts(size: number, ahead = 2) {
  const clock = manualClock();
  const starts: PromiseWithResolvers<WarmBox>[] = [];
  const destroyed: string[] = [];
  let made = 0;
  const pool = createPool({
    size,
    maxStarting: { ahead, waitedFor: 2 },
    start: async () => {
      const start = Promise.withResolvers<WarmBox>();
      starts.push(start);
      return start.promise;
    },
    clock,
    log: openLog("silent"),
    meters: createMeters(createMetrics()),
  });
  function makeBox(): WarmBox & { touch(): void; die(): void; leaveBehind(until: Promise<void>): void } {
    const id = String((made += 1));
    const ended = Promise.withResolvers<void>();
    let removal = Promise.resolve();
    let isAlive = true;
    let isTouched = false;
    const end = (): void => {
      isAlive = false;
      ended.resolve();
    };
    return {
      id,
      kind: "docker",
      python: "3.13.5",
      packages: [],
      isConfined: true,
      isAlive: () => isAlive,
      isUntouched: () => !isTouched,
      request: () => {
        throw new Error("not asked for here");
      },
      destroy: async () => {
        if (isAlive) destroyed.push(id);
        end();
        return removal;
      },
      ended: ended.promise,
      touch: () => {
        isTouched = true;
      },
      die: end,
      leaveBehind: (until) => {
        removal = until;
      },
    };
  }
  async function start(): Promise<ReturnType<typeof makeBox>> {
    const box = makeBox();
    starts.shift()!.resolve(box);
    await settle();
    return box;
  }
  async function fail(): Promise<void> {
    starts.shift()!.reject(new Error("no such image"));
    await settle();
  }
  /** Opens the pool and starts boxes until it asks for no more. */
  async function fill() {
    const opening = pool.open();
    const boxes = [];
    await settle();
    while (starts.length > 0) boxes.push(await start());
    expect(await opening).toBe(true);
    return boxes;
  }
  return { pool, clock, starts, start, fail, fill, destroyed };
}

async function settle(): Promise<void> {
  for (let n = 0; n < 10; n += 1) await new Promise(setImmediate);
}

async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "served",
    (error: { reason?: unknown }) => error.reason ?? error,
  );
}

describe("while it fills, the pool", () => {
  test("tries one box first, then starts several at a time up to its size", async () => {
    const { pool, starts, start } = playStarts(4);
    const opening = pool.open();
    await settle();
    expect(starts).toHaveLength(1);
    await start();
    expect(await opening).toBe(true);
    expect(starts).toHaveLength(2);
    await start();
    expect(starts).toHaveLength(2);
    await start();
    await start();
    expect(pool.numbers()).toEqual({ idle: 4, starting: 0, inUse: 0 });
  });

  test("starts boxes one at a time when configured, unless calls wait", async () => {
    const { pool, starts, start } = playStarts(2, 1);
    const opening = pool.open();
    await settle();
    await start();
    expect(await opening).toBe(true);
    expect(starts).toHaveLength(1);
    await start();
    const taken = await Promise.all([pool.take(signal), pool.take(signal)]);
    expect(starts).toHaveLength(1);
    const waiting = pool.take(signal);
    expect(starts).toHaveLength(2);
    await start();
    expect(taken).not.toContain(await waiting);
  });

  test("stays closed when a box cannot be started", async () => {
    const { pool, fail } = playStarts(2);
    const opening = pool.open();
    await settle();
    await fail();
    expect(await opening).toBe(false);
    expect(pool.canServe()).toBe(false);
    expect(await outcomeOf(pool.take(signal))).toBe("down");
  });

  test("retries a failed start later, not at once", async () => {
    const { pool, clock, starts, fill, fail } = playStarts(1);
    await fill();
    await pool.take(signal);
    await fail();
    expect(starts).toHaveLength(0);
    expect(pool.canServe()).toBe(false);
    await clock.advance(500);
    expect(starts).toHaveLength(1);
  });

  test("retries a start that keeps failing at most every 30 s", async () => {
    const { pool, clock, starts, fill, fail } = playStarts(1);
    await fill();
    await pool.take(signal);
    const pausesMs: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      const failedAtMs = clock.monotonic();
      await fail();
      while (starts.length === 0) await clock.advance(500);
      pausesMs.push(clock.monotonic() - failedAtMs);
    }
    expect(pausesMs).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  test("replaces a ready box that dies", async () => {
    const { pool, fill, starts } = playStarts(2);
    const [first] = await fill();
    first!.die();
    await settle();
    expect(pool.numbers()).toMatchObject({ idle: 1, starting: 1 });
    expect(starts).toHaveLength(1);
  });

  test("replaces boxes that were ready for ten minutes, one at a time", async () => {
    const { pool, clock, fill, start, destroyed } = playStarts(2);
    await fill();
    await clock.advance(10 * 60_000);
    pool.recycle();
    expect(destroyed).toEqual([]);
    await clock.advance(1);
    pool.recycle();
    pool.recycle();
    await settle();
    pool.recycle();
    expect(destroyed).toEqual(["1"]);
    await start();
    pool.recycle();
    expect(destroyed).toEqual(["1", "2"]);
  });
});

describe("a box in the pool", () => {
  test("is never reused after a request", async () => {
    const { pool, fill, start, destroyed } = playStarts(1);
    const [made] = await fill();
    const taken = await pool.take(signal);
    made!.touch();
    pool.giveBack(taken);
    await settle();
    expect(destroyed).toEqual(["1"]);
    await start();
    expect((await pool.take(signal)).id).toBe("2");
  });

  test("is ready again when it got no request", async () => {
    const { pool, fill, destroyed, starts } = playStarts(1);
    await fill();
    const taken = await pool.take(signal);
    const next = pool.take(signal);
    pool.giveBack(taken);
    expect((await next).id).toBe("1");
    expect(destroyed).toEqual([]);
    expect(starts).toHaveLength(2);
  });

  test("counts once when it is given back twice", async () => {
    const { pool, fill } = playStarts(1);
    const [made] = await fill();
    const taken = await pool.take(signal);
    made!.touch();
    pool.giveBack(taken);
    pool.giveBack(taken);
    expect(pool.numbers()).toMatchObject({ idle: 0, inUse: 0 });
  });

  test("goes to callers in order, who wait at most a second", async () => {
    const { pool, clock, fill, start } = playStarts(1);
    await fill();
    await pool.take(signal);
    const first = pool.take(signal);
    const second = outcomeOf(pool.take(signal));
    await start();
    expect((await first).id).toBe("2");
    await clock.advance(1000);
    expect(await second).toBe("busy");
  });

  test("goes to the next caller when a waiting one leaves", async () => {
    const { pool, fill, start } = playStarts(1);
    await fill();
    await pool.take(signal);
    const caller = new AbortController();
    const first = outcomeOf(pool.take(caller.signal));
    const second = pool.take(signal);
    caller.abort("gone");
    expect(await first).toBe("gone");
    await start();
    expect((await second).id).toBe("2");
  });

  test("is not ready once the pool closes, and waiting callers get an error", async () => {
    const { pool, fill, destroyed } = playStarts(2);
    await fill();
    await pool.take(signal);
    pool.shut();
    expect(destroyed).toEqual(["2"]);
    expect(await outcomeOf(pool.take(signal))).toBe("down");
    expect(pool.numbers()).toMatchObject({ idle: 0 });
  });
});

test("disposing destroys ready boxes, boxes in use and starting boxes", async () => {
  const { pool, fill, start, destroyed } = playStarts(2);
  await fill();
  await pool.take(signal);
  await settle();
  const disposed = pool[Symbol.asyncDispose]();
  await start();
  await disposed;
  expect(destroyed.toSorted()).toEqual(["1", "2", "3"]);
});

test("disposing waits until a box that ended itself is gone", async () => {
  const { pool, fill, start } = playStarts(1);
  const [box] = await fill();
  const removal = Promise.withResolvers<void>();
  box!.leaveBehind(removal.promise);
  box!.die();
  await settle();
  await start(); // the one in its place
  let isDisposed = false;
  const disposed = pool[Symbol.asyncDispose]().then(() => (isDisposed = true));
  await settle();
  expect(isDisposed).toBe(false);
  removal.resolve();
  await disposed;
});
