import type { Clock } from "../../platform/clock.ts";
import type { Counter } from "./counter.ts";
import { limitTable, type Limit } from "./table.ts";

type Window = { points: number; readonly endsAtMs: number };

/** Of more names than these under one limit, a flood, all counts start over. */
const maxNames = 10_000;

/** For this process alone. */
export function createMemoryCounter(clock: Pick<Clock, "monotonic">): Counter {
  const windows = new Map(Object.keys(limitTable).map((limit) => [limit, new Map<string, Window>()]));

  return async (limit, name, points) => {
    const { max, forS }: Limit = limitTable[limit];
    const nowMs = clock.monotonic();
    const own = windows.get(limit)!;
    dropEnded(own, nowMs);
    const window = own.get(name) ?? { points: 0, endsAtMs: nowMs + forS * 1000 };
    if (window.points + points > max) return { isTooMuch: true, endsInMs: window.endsAtMs - nowMs };
    if (!own.has(name) && own.size >= maxNames) own.clear();
    own.set(name, window);
    window.points += points;
    return { isTooMuch: false, undo: () => void (window.points -= points) };
  };
}

/** All windows of a limit are equally long, so those that end first come first. */
function dropEnded(windows: Map<string, Window>, nowMs: number): void {
  for (const [name, { endsAtMs }] of windows) {
    if (endsAtMs > nowMs) return;
    windows.delete(name);
  }
}
