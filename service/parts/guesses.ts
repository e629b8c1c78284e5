import { Fault } from "../faults.ts";
import type { Clock } from "../../platform/clock.ts";

/** Counts unknown keys per address, so that nobody can try them at leisure. */
export type Guesses = Readonly<{ note(address: string): void }>;

const windowMs = 60_000;
const maxInAWindow = 600;
/** Addresses remembered at once; a flood of new ones only makes the count start over. */
const maxAddresses = 10_000;

export function createGuesses(clock: Clock): Guesses {
  const counts = new Map<string, number>();
  let windowEndsAtMs = 0;
  return {
    note: (address) => {
      const now = clock.now();
      if (now >= windowEndsAtMs || counts.size >= maxAddresses) {
        counts.clear();
        windowEndsAtMs = now + windowMs;
      }
      const count = (counts.get(address) ?? 0) + 1;
      counts.set(address, count);
      if (count > maxInAWindow) {
        throw new Fault("rate_limited", {
          message: "Too many unknown keys from this IP address.",
          resetAtMs: windowEndsAtMs,
          retryAfterS: Math.max(1, Math.ceil((windowEndsAtMs - now) / 1000)),
        });
      }
    },
  };
}
