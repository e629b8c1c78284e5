import type { Clock } from "../../platform/clock.ts";

/** What was read a moment ago, so that any number of readers costs one reading. */
export type SharedReadings<Value> = (name: string, read: () => Promise<Value>) => Promise<Value>;

type Kept<Value> = { value: Promise<Value>; untilMs: number };

/** Keeps up to `most` values for `forMs` each, counted from when they came; a reading that failed is not kept. */
export function createSharedReadings<Value>(
  clock: Pick<Clock, "monotonic">,
  { forMs, most }: { forMs: number; most: number },
): SharedReadings<Value> {
  const kept = new Map<string, Kept<Value>>();

  function makeRoom(): void {
    const nowMs = clock.monotonic();
    for (const [name, { untilMs }] of kept) if (untilMs <= nowMs || kept.size >= most) kept.delete(name);
  }

  return async (name, read) => {
    const known = kept.get(name);
    if (known && clock.monotonic() < known.untilMs) return known.value;
    makeRoom();
    const reading: Kept<Value> = { value: read(), untilMs: Infinity };
    kept.set(name, reading);
    reading.value.then(
      () => (reading.untilMs = clock.monotonic() + forMs),
      () => (reading.untilMs = 0),
    );
    return reading.value;
  };
}
