import type { Clock } from "../../platform/clock.ts";

/** A short-lived cache: any number of callers within its time cost one read. */
export type SharedReadings<Value> = (name: string, read: () => Promise<Value>) => Promise<Value>;

type Kept<Value> = { value: Promise<Value>; untilMs: number };

/** Keeps up to `maxEntries` values for `ttlMs` each, counted from when the read ended. A failed read is not kept. */
export function createSharedReadings<Value>(
  clock: Pick<Clock, "monotonic">,
  { ttlMs, maxEntries }: { ttlMs: number; maxEntries: number },
): SharedReadings<Value> {
  const kept = new Map<string, Kept<Value>>();

  function makeRoom(): void {
    const nowMs = clock.monotonic();
    for (const [name, { untilMs }] of kept)
      if (untilMs <= nowMs || kept.size >= maxEntries) kept.delete(name);
  }

  return async (name, read) => {
    const known = kept.get(name);
    if (known && clock.monotonic() < known.untilMs) return known.value;
    makeRoom();
    const reading: Kept<Value> = { value: read(), untilMs: Infinity };
    kept.set(name, reading);
    reading.value.then(
      () => (reading.untilMs = clock.monotonic() + ttlMs),
      () => (reading.untilMs = 0),
    );
    return reading.value;
  };
}
