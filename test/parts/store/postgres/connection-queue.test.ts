import { expect, test } from "vitest";
import { createConnectionQueue } from "../../../../parts/store/postgres/connection-queue.ts";

/** Work that ends when the test says so; adds its number when it starts. */
function play(places: number, maxWaitMs: number) {
  const line = createConnectionQueue(places, maxWaitMs);
  const begun: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const ran = (n: number): Promise<number> => {
    const end = (ends[n] = Promise.withResolvers<void>());
    return line.run(async () => {
      begun.push(n);
      await end.promise;
      return n;
    });
  };
  return { line, begun, ran, end: (n: number) => ends[n]!.resolve() };
}

test("callers without a place wait, and are served in order of arrival", async () => {
  const { line, begun, ran, end } = play(2, 60_000);
  const runs = [0, 1, 2, 3].map(ran);
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1]);
  end(1);
  expect(await runs[1]).toBe(1);
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1, 2]);
  for (const n of [0, 2, 3]) end(n);
  expect(await Promise.all(runs)).toEqual([0, 1, 2, 3]);
  await line.untilEmpty();
  expect(begun).toEqual([0, 1, 2, 3]);
});

test("a caller who waits too long gets an error, never starts, and keeps no place from others", async () => {
  const { begun, ran, end } = play(1, 5);
  const first = ran(0);
  await expect(ran(1)).rejects.toThrow("No connection was free for 5 ms: timeout.");
  end(0);
  await first;
  const next = ran(2);
  end(2);
  expect(await next).toBe(2);
  expect(begun).toEqual([0, 2]);
});

test("work that fails frees its place, and closing waits for it", async () => {
  const { line, ran, end } = play(1, 60_000);
  const failed = line.run(async () => {
    throw new Error("lost");
  });
  await expect(failed).rejects.toThrow("lost");
  const next = ran(0);
  let isEmpty = false;
  const emptied = line.untilEmpty().then(() => (isEmpty = true));
  await new Promise(setImmediate);
  expect(isEmpty).toBe(false);
  end(0);
  await Promise.all([next, emptied]);
});
