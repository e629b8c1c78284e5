import { Fault } from "../faults.ts";
import type { Clock } from "../../platform/clock.ts";

/** Counts what somebody does, by name, and throws `rate_limited` when it is too much for a minute. What it returns undoes the count. */
export type Pace = (name: string) => () => void;

const windowMs = 60_000;
/** Names told apart at once; a flood of new ones only makes the counts start over. */
const maxNames = 10_000;

/** For what costs a call to somebody else, who takes only so many from all of us. */
export function createPace(
  clock: Pick<Clock, "now">,
  { maxAMinute, message }: Readonly<{ maxAMinute: number; message: string }>,
): Pace {
  let counts = new Map<string, number>();
  let windowEndsAtMs = 0;
  return (name) => {
    const now = clock.now();
    if (now >= windowEndsAtMs || now < windowEndsAtMs - windowMs || counts.size >= maxNames) {
      counts = new Map();
      windowEndsAtMs = now + windowMs;
    }
    const inWindow = counts;
    const count = inWindow.get(name) ?? 0;
    if (count >= maxAMinute)
      throw new Fault("rate_limited", {
        message,
        resetAtMs: windowEndsAtMs,
        retryAfterS: Math.max(1, Math.ceil((windowEndsAtMs - now) / 1000)),
      });
    inWindow.set(name, count + 1);
    return () => void inWindow.set(name, (inWindow.get(name) ?? 1) - 1);
  };
}
