import { setTimeout as wait } from "node:timers/promises";

/** The only source of time. Moments are Unix milliseconds; durations come from the monotonic reading. */
export type Clock = Readonly<{
  now(): number;
  /** Milliseconds that never run backwards, for measuring how long something took. */
  monotonic(): number;
  /** Resolves after this long; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}>;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    try {
      await wait(ms, undefined, signal ? { signal } : {});
    } catch (error) {
      throw signal?.reason ?? error;
    }
  },
};

const dayMs = 86_400_000;

/** The UTC day of a moment, as `2026-11-15`. */
export function utcDay(atMs: number): string {
  return toIso(atMs).slice(0, 10);
}

/** The UTC midnight that ends the day of a moment. */
export function nextUtcMidnight(atMs: number): number {
  return (Math.floor(atMs / dayMs) + 1) * dayMs;
}

export function toIso(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** The moment that such a text names; NaN where it names none. */
export function fromIso(text: string): number {
  return Date.parse(text);
}

/** For packages that take moments in no other form. */
export function toDate(atMs: number): Date {
  return new Date(atMs);
}

/** A day such as `2026-11-15`, as headers of HTTP have it. */
export function toHttpDate(day: string): string {
  return new Date(day).toUTCString();
}
