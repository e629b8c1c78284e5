import type { Clock } from "../../platform/clock.ts";

/** How much begun work callers give up at no cost. Kept for this process alone. */
export type GivenUp = Readonly<{
  /** Whether so much may be given up under all of these names; then it is counted under each. */
  allow(names: readonly string[], workedMs: number): boolean;
}>;

/** So much is free at once, and comes back evenly within the hour. */
export const freeWorkMs = 30_000;
const comesBackWithinMs = 3_600_000;
/** Names remembered at once; of more, the one that gave up longest ago is dropped. */
const maxNames = 20_000;

export function createGivenUp(clock: Pick<Clock, "monotonic">): GivenUp {
  const spent = new Map<string, Readonly<{ ms: number; atMs: number }>>();

  function spentBy(name: string, nowMs: number): number {
    const { ms, atMs } = spent.get(name) ?? { ms: 0, atMs: nowMs };
    return Math.max(0, ms - ((nowMs - atMs) * freeWorkMs) / comesBackWithinMs);
  }

  return {
    allow: (names, workedMs) => {
      const atMs = clock.monotonic();
      if (names.some((name) => spentBy(name, atMs) + workedMs > freeWorkMs)) return false;
      for (const name of names) {
        const ms = spentBy(name, atMs) + workedMs;
        spent.delete(name);
        spent.set(name, { ms, atMs });
      }
      for (const [oldest] of spent) {
        if (spent.size <= maxNames) break;
        spent.delete(oldest);
      }
      return true;
    },
  };
}
