import type { Clock } from "../../platform/clock.ts";

export type ManualClock = Clock & Readonly<{ advance(ms: number): Promise<void> }>;

type Sleeper = { atMs: number; wake: () => void };

/** A clock that moves only on request, and wakes sleepers in the order of their deadlines. */
export function manualClock(startMs = Date.UTC(2026, 10, 15, 12)): ManualClock {
  let now = startMs;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => now,
    monotonic: () => now - startMs,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const sleeper: Sleeper = { atMs: now + ms, wake: resolve };
      const leave = (): void => reject(signal!.reason);
      sleepers.add(sleeper);
      signal?.addEventListener("abort", leave, { once: true });
      try {
        await promise;
      } finally {
        sleepers.delete(sleeper);
        signal?.removeEventListener("abort", leave);
      }
    },
    advance: async (ms) => {
      const untilMs = now + ms;
      for (;;) {
        const due = [...sleepers]
          .filter(({ atMs }) => atMs <= untilMs)
          .toSorted((a, b) => a.atMs - b.atMs)[0];
        if (!due) break;
        now = Math.max(now, due.atMs);
        sleepers.delete(due);
        due.wake();
        await new Promise(setImmediate);
      }
      now = untilMs;
    },
  };
}
