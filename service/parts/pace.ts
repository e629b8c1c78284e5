import { Fault } from "../faults.ts";
import type { Clock } from "./clock.ts";

/** Counts what somebody does, by name, and throws `rate_limited` when it is too much for a minute. */
export type Pace = (name: string) => void;

const windowMs = 60_000;
/** Names told apart at once; a flood of new ones only makes the counts start over. */
const maxNames = 10_000;

/** For what costs a call to somebody else, who takes only so many from all of us. */
export function createPace(
  clock: Pick<Clock, "now">,
  { maxAMinute, message }: Readonly<{ maxAMinute: number; message: string }>,
): Pace {
  const counts = new Map<string, number>();
  let windowEndsAtMs = 0;
  return (name) => {
    const now = clock.now();
    if (now >= windowEndsAtMs || now < windowEndsAtMs - windowMs || counts.size >= maxNames) {
      counts.clear();
      windowEndsAtMs = now + windowMs;
    }
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count <= maxAMinute) return;
    throw new Fault("rate_limited", {
      message,
      resetAtMs: windowEndsAtMs,
      retryAfterS: Math.max(1, Math.ceil((windowEndsAtMs - now) / 1000)),
    });
  };
}
