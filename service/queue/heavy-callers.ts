import type { Clock } from "../../platform/clock.ts";

/** Callers, and addresses, whose calls used much processor time recently. */
export type HeavyCallers = Readonly<{
  note(names: readonly string[], usedMs: number): void;
  /** Whether any of these names is heavy. */
  has(names: readonly string[]): boolean;
  /** A caller that is not heavy begins a call. */
  noteLightCaller(): void;
  /** Whether such a call began recently. */
  areLightCallersActive(): boolean;
}>;

/** Ten times what a usual text takes. Wall-clock time would make every call heavy on a busy machine. */
const longMs = 500;
const rememberedMs = 60_000;
/** Long enough to cover a caller who sends the next call as soon as it has the answer. */
const lightActiveMs = 1000;

export function createHeavyCallers(clock: Clock): HeavyCallers {
  // All entries live equally long, so the map's insertion order is also the order of expiry.
  const endsAtMs = new Map<string, number>();
  let lightUntilMs = -Infinity;

  function forget(): void {
    const nowMs = clock.monotonic();
    for (const [name, endMs] of endsAtMs) {
      if (endMs > nowMs) return;
      endsAtMs.delete(name);
    }
  }

  return {
    note: (names, usedMs) => {
      if (usedMs < longMs) return;
      forget();
      for (const name of names) {
        endsAtMs.delete(name);
        endsAtMs.set(name, clock.monotonic() + rememberedMs);
      }
    },
    has: (names) => {
      forget();
      return names.some((name) => endsAtMs.has(name));
    },
    noteLightCaller: () => void (lightUntilMs = clock.monotonic() + lightActiveMs),
    areLightCallersActive: () => clock.monotonic() < lightUntilMs,
  };
}
