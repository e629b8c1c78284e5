import { describe, expect, test } from "vitest";
import { createStaleWhileRevalidate } from "../../../parts/limits/stale-while-revalidate.ts";
import { manualClock } from "../../support/manual-clock.ts";

const ages = { freshMs: 1000, pauseMs: 500, patienceMs: 200 };

/** A value that counts how often it was read, and can be made to fail or to take its time. */
function aSource() {
  const clock = manualClock(0);
  const recent = createStaleWhileRevalidate<number>({ clock, ...ages });
  let reads = 0;
  let reading: () => Promise<void> = async () => undefined;
  return {
    clock,
    reads: () => reads,
    become: (next: () => Promise<void>) => {
      reading = next;
    },
    read: async () =>
      recent(async (last = 0) => {
        reads += 1;
        await reading();
        return last + 1;
      }),
  };
}

const fails = async (): Promise<never> => Promise.reject(new Error("out of reach"));

describe("a cached value", () => {
  test("is read once by concurrent callers", async () => {
    const source = aSource();
    const answers = await Promise.all([source.read(), source.read(), source.read()]);
    expect(answers).toEqual(Array(3).fill({ value: 1, atMs: 0 }));
    expect(source.reads()).toBe(1);
  });

  test("is read again when it is no longer fresh, with the last value at hand", async () => {
    const source = aSource();
    await source.read();
    await source.clock.advance(999);
    expect(await source.read()).toEqual({ value: 1, atMs: 0 });
    await source.clock.advance(1);
    expect(await source.read()).toEqual({ value: 2, atMs: 1000 });
  });

  test("is as old as its request, not as its answer", async () => {
    const source = aSource();
    const answered = Promise.withResolvers<void>();
    source.become(async () => answered.promise);
    const answer = source.read();
    await source.clock.advance(700);
    answered.resolve();
    expect(await answer).toEqual({ value: 1, atMs: 0 });
  });

  test("is served however old it is while reading fails, which is retried only after a pause", async () => {
    const source = aSource();
    await source.read();
    source.become(fails);
    await source.clock.advance(100_000);
    for (let n = 0; n < 3; n += 1) expect(await source.read()).toEqual({ value: 1, atMs: 0 });
    expect(source.reads()).toBe(2);
    await source.clock.advance(500);
    await source.read();
    expect(source.reads()).toBe(3);
  });

  test("without an earlier value fails as its read did, until a read succeeds", async () => {
    const source = aSource();
    source.become(fails);
    await expect(source.read()).rejects.toThrow("out of reach");
    await expect(source.read()).rejects.toThrow("out of reach");
    expect(source.reads()).toBe(1);
    source.become(async () => undefined);
    await source.clock.advance(500);
    expect(await source.read()).toEqual({ value: 1, atMs: 500 });
  });

  test("is served stale to a caller who has waited long enough, and fresh to the next", async () => {
    const source = aSource();
    await source.read();
    const answered = Promise.withResolvers<void>();
    source.become(async () => answered.promise);
    await source.clock.advance(1000);
    const [first, second] = [source.read(), source.read()];
    await source.clock.advance(200);
    expect(await Promise.all([first, second])).toEqual(Array(2).fill({ value: 1, atMs: 0 }));
    expect(source.reads()).toBe(2);
    answered.resolve();
    expect(await source.read()).toEqual({ value: 2, atMs: 1000 });
    expect(source.reads()).toBe(2);
  });
});
