import type { Clock } from "../../platform/clock.ts";

/** Who had turns that took much processor time, recently. */
export type LongTurns = Readonly<{
  note(names: readonly string[], usedMs: number): void;
  /** Whether any of these had one. */
  has(names: readonly string[]): boolean;
  /** Somebody begins a turn who had none. */
  noteOther(): void;
  /** Whether such a turn began recently. */
  othersCome(): boolean;
}>;

/** Ten times what a usual text takes. Time on the wall would make every turn a long one on a busy machine. */
const longMs = 500;
const rememberedMs = 60_000;
/** Long enough for a caller who asks again as soon as there is an answer. */
const othersComeMs = 1000;

export function createLongTurns(clock: Clock): LongTurns {
  // Everything is remembered for the same time, so a map in order of the last notes is also in order of their ends.
  const endsAtMs = new Map<string, number>();
  let othersUntilMs = -Infinity;

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
    noteOther: () => void (othersUntilMs = clock.monotonic() + othersComeMs),
    othersCome: () => clock.monotonic() < othersUntilMs,
  };
}
