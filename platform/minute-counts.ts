import type { Clock } from "./clock.ts";

/** Counts what is done, by name, a minute at a time. */
export type MinuteCounts = (name: string) => Counted;

export type Counted =
  | Readonly<{ isTooMuch: false; undo: () => void }>
  /** Nothing was counted; the minute ends then. */
  | Readonly<{ isTooMuch: true; endsAtMs: number }>;

export type CountLimits = Readonly<{
  maxAMinute: number;
  /** Names told apart in one minute. */
  maxNames: number;
  /** More names than that are a flood: new ones wait for the next minute, or all counts start over. */
  whenFull: "refuse" | "start over";
}>;

const windowMs = 60_000;

export function createMinuteCounts(clock: Pick<Clock, "now">, limits: CountLimits): MinuteCounts {
  const { maxAMinute, maxNames, whenFull } = limits;
  let counts = new Map<string, number>();
  let endsAtMs = 0;
  return (name) => {
    const now = clock.now();
    const isOver = now >= endsAtMs || now < endsAtMs - windowMs;
    if (isOver || (whenFull === "start over" && counts.size >= maxNames)) {
      counts = new Map();
      endsAtMs = now + windowMs;
    }
    const mine = counts;
    const count = mine.get(name) ?? 0;
    if (count >= maxAMinute || (count === 0 && mine.size >= maxNames)) return { isTooMuch: true, endsAtMs };
    mine.set(name, count + 1);
    return { isTooMuch: false, undo: () => void mine.set(name, (mine.get(name) ?? 1) - 1) };
  };
}
