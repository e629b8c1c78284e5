import { setTimeout as delay } from "node:timers/promises";

/** Far longer than anything here takes, on the slowest machine. */
export const patienceMs = 90_000;

/** Nothing is looked at less often than this. */
const maxPauseMs = 100;

/** Resolves when it is true; fails when that takes longer than anything here should. */
export async function until(isTrue: () => boolean | Promise<boolean>, maxMs = patienceMs): Promise<void> {
  const startedAt = performance.now();
  for (let looks = 1; !(await isTrue()); looks += 1) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > maxMs) throw new Error(`not so within ${maxMs} ms: ${isTrue.toString()}`);
    // Close at first, then at a distance: whatever is waited for needs the processor more.
    await (looks < 10 ? new Promise(setImmediate) : delay(Math.min(Math.max(waitedMs / 10, 2), maxPauseMs)));
  }
}
