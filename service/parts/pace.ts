import { Fault } from "../faults.ts";
import type { Clock } from "../../platform/clock.ts";
import { createMinuteCounts, type CountLimits } from "../../platform/minute-counts.ts";

/** Counts what somebody does, by name, and throws `rate_limited` when it is too much for a minute. What it returns undoes the count. */
export type Pace = (name: string) => () => void;

type PaceLimits = Readonly<{ maxAMinute: number; message: string; whenFull?: CountLimits["whenFull"] }>;

const maxNames = 10_000;

/** For what costs a call to somebody else, who takes only so many from all of us. */
export function createPace(
  clock: Pick<Clock, "now">,
  { maxAMinute, message, whenFull = "start over" }: PaceLimits,
): Pace {
  const count = createMinuteCounts(clock, { maxAMinute, maxNames, whenFull });
  return (name) => {
    const counted = count(name);
    if (!counted.isTooMuch) return counted.undo;
    throw new Fault("rate_limited", {
      message,
      resetAtMs: counted.endsAtMs,
      retryAfterS: Math.max(1, Math.ceil((counted.endsAtMs - clock.now()) / 1000)),
    });
  };
}
