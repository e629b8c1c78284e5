import { describe, expect, test } from "vitest";
import { createRecent } from "../../../parts/limits/recent.ts";
import { manualClock } from "../../support/manual-clock.ts";

const ages = { freshMs: 1000, pauseMs: 500, patienceMs: 200 };

/** A value that counts how often it was read, and can be made to fail or to take its time. */
function aSource() {
  const clock = manualClock(0);
  const recent = createRecent<number>({ clock, ...ages });
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

describe("a value that is read elsewhere", () => {
  test("is read once by all who ask at once", async () => {
    const source = aSource();
    const answers = await Promise.all([source.read(), source.read(), source.read()]);
    expect(answers).toEqual(Array(3).fill({ value: 1, atMs: 0 }));
    expect(source.reads()).toBe(1);
  });

  test("is read again when it is no longer fresh, knowing the last", async () => {
    const source = aSource();
    await source.read();
    await source.clock.advance(999);
    expect(await source.read()).toEqual({ value: 1, atMs: 0 });
    await source.clock.advance(1);
    expect(await source.read()).toEqual({ value: 2, atMs: 1000 });
  });

  test("is as old as the question, not as the answer", async () => {
    const source = aSource();
    const answered = Promise.withResolvers<void>();
    source.become(async () => answered.promise);
    const answer = source.read();
    await source.clock.advance(700);
    answered.resolve();
    expect(await answer).toEqual({ value: 1, atMs: 0 });
  });

  test("is given however old it is while reading fails, which is tried again only after a pause", async () => {
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

  test("that was never had is refused as its reading was, until it can be had", async () => {
    const source = aSource();
    source.become(fails);
    await expect(source.read()).rejects.toThrow("out of reach");
    await expect(source.read()).rejects.toThrow("out of reach");
    expect(source.reads()).toBe(1);
    source.become(async () => undefined);
    await source.clock.advance(500);
    expect(await source.read()).toEqual({ value: 1, atMs: 500 });
  });

  test("is given old to who has waited for a newer one long enough, and new to the next", async () => {
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
