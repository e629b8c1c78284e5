import { Fault } from "../../faults.ts";
import type { Clock } from "../clock.ts";

/** Counts the payments of one name that are being verified or were found bad, so that nobody sends them without end. */
export type VerifyPace = Readonly<{
  /** Throws `rate_limited` where there are too many. What it gives ends the count of one that was not found bad. */
  begin(name: string): () => void;
}>;

const windowMs = 60_000;
/** Names remembered at once; a flood of new ones only makes the count start over. */
const maxNames = 10_000;

export function createVerifyPace(clock: Clock, max: number, message: string): VerifyPace {
  let counts = new Map<string, number>();
  let windowEndsAtMs = 0;
  return {
    begin: (name) => {
      const now = clock.now();
      if (now >= windowEndsAtMs || now < windowEndsAtMs - windowMs || counts.size >= maxNames) {
        counts = new Map();
        windowEndsAtMs = now + windowMs;
      }
      const count = (counts.get(name) ?? 0) + 1;
      if (count > max)
        throw new Fault("rate_limited", {
          message,
          resetAtMs: windowEndsAtMs,
          retryAfterS: Math.max(1, Math.ceil((windowEndsAtMs - now) / 1000)),
        });
      counts.set(name, count);
      const own = counts;
      return () => own.set(name, (own.get(name) ?? 1) - 1);
    },
  };
}
