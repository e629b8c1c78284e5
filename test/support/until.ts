import { setTimeout as delay } from "node:timers/promises";

/** Far longer than anything here takes, on the slowest machine. */
export const patienceMs = 90_000;

/** Resolves when it is true; fails when that takes longer than anything here should. */
export async function until(isTrue: () => boolean | Promise<boolean>, maxMs = patienceMs): Promise<void> {
  const pause = createPause();
  const deadline = performance.now() + maxMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`not so within ${maxMs} ms: ${isTrue.toString()}`);
    await pause();
  }
}

/** Pauses between polls: short at first, then longer, because the awaited work needs the processor more. */
export function createPause(): () => Promise<void> {
  const sinceMs = performance.now();
  let looks = 0;
  return async () => {
    looks += 1;
    const waitedMs = performance.now() - sinceMs;
    await (looks < 10 ? new Promise(setImmediate) : delay(Math.min(50, 5 + waitedMs / 20)));
  };
}
