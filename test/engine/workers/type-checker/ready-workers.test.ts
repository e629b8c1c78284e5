import { expect, test } from "vitest";
import { createReadyWorkers } from "../../../../engine/workers/type-checker/ready-workers.ts";
import type { Worker } from "../../../../engine/workers/type-checker/worker.ts";

const createWorker = (): Worker => ({}) as Worker;
const never = new AbortController().signal;

test("the longest waiting caller gets the next worker, and one that left gets none", async () => {
  const ready = createReadyWorkers(() => true);
  const [first, leaving] = [ready.take(never), new AbortController()];
  const second = ready.take(leaving.signal);
  const third = ready.take(never);
  leaving.abort(new Error("left"));
  await expect(second).rejects.toThrow("left");
  const [one, two] = [createWorker(), createWorker()];
  ready.offer(one);
  ready.offer(two);
  expect(await first).toBe(one);
  expect(await third).toBe(two);
  await expect(ready.take(leaving.signal)).rejects.toThrow("left");
});

test("the last ready worker is not a spare, and an ended worker is not given out", async () => {
  const ready = createReadyWorkers(() => true);
  const [one, two] = [createWorker(), createWorker()];
  ready.offer(one);
  expect(ready.takeSpare()).toBeUndefined();
  ready.offer(two);
  expect(ready.takeSpare()).toBe(two);
  ready.offer(two);
  ready.remove(one);
  expect(await ready.take(never)).toBe(two);
});

test("a caller waits for the next offered worker when the ready ones are not trusted", async () => {
  let areTrusted = true;
  const ready = createReadyWorkers(() => areTrusted);
  const [old, another, fresh] = [createWorker(), createWorker(), createWorker()];
  ready.offer(old);
  ready.offer(another);
  areTrusted = false;
  expect(ready.takeSpare()).toBeUndefined();
  const taken = ready.take(never);
  ready.offer(fresh);
  expect(await taken).toBe(fresh);
});
