import { patienceMs, until } from "../support/until.ts";
import { systemClock, type Clock } from "../../platform/clock.ts";

/** The system's clock, with leaps ahead: a sleeper whose time has passed wakes at once. */
export type LeapingClock = Clock & Readonly<{ leap(ms: number): void }>;

export function leapingClock(): LeapingClock {
  let aheadMs = 0;
  let leaping = new AbortController();
  const monotonic = (): number => systemClock.monotonic() + aheadMs;
  return {
    now: () => systemClock.now() + aheadMs,
    monotonic,
    sleep: async (ms, signal) => {
      for (const untilMs = monotonic() + ms; monotonic() < untilMs;) {
        const leapt = leaping.signal;
        const signals = signal ? [signal, leapt] : [leapt];
        await systemClock
          .sleep(Math.max(0, untilMs - monotonic()), AbortSignal.any(signals))
          .catch((error: unknown) => {
            if (!leapt.aborted || signal?.aborted) throw error;
          });
      }
      signal?.throwIfAborted();
    },
    leap: (ms) => {
      aheadMs += ms;
      const before = leaping;
      leaping = new AbortController();
      before.abort();
    },
  };
}

/** Lets time pass in steps, so that current work can finish between them. */
export async function leapUntil(
  clock: LeapingClock,
  isTrue: () => Promise<boolean>,
  stepMs = 5000,
): Promise<void> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline;) {
    if (await isTrue()) return;
    clock.leap(stepMs);
    await until(isTrue, 250).catch(() => undefined);
  }
  throw new Error("It did not come true, however late it got.");
}
