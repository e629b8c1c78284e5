import { setTimeout as delay } from "node:timers/promises";

/** Far longer than anything here takes, on the slowest machine. */
export const patienceMs = 90_000;

/** Resolves when it is true; fails when that takes longer than anything here should. */
export async function until(isTrue: () => boolean | Promise<boolean>, maxMs = patienceMs): Promise<void> {
  const deadline = performance.now() + maxMs;
  for (let looks = 1; !(await isTrue()); looks += 1) {
    if (performance.now() > deadline) throw new Error(`not so within ${maxMs} ms: ${isTrue.toString()}`);
    // Close at first, then at a distance: whatever is waited for needs the processor more.
    await (looks < 50 ? new Promise(setImmediate) : delay(5));
  }
}
