import { Fault } from "../../service/faults.ts";
import type { Clock } from "../../platform/clock.ts";

/** Lets an address have the chain asked for it; what comes back gives the place back, for a request that was taken. */
export type Pace = (address: string) => () => void;

const windowMs = 60_000;
const maxInAWindow = 60;
/** Addresses told apart in one window; more than that at once is a flood, and waits for the next. */
const maxAddresses = 10_000;

/** Requests that are not taken cost their sender nothing and us questions to the chain: only so many a minute from one address. */
export function createPace(clock: Pick<Clock, "now">): Pace {
  let counts = new Map<string, number>();
  let windowEndsAtMs = 0;
  return (address) => {
    const now = clock.now();
    if (now >= windowEndsAtMs || now < windowEndsAtMs - windowMs) {
      counts = new Map();
      windowEndsAtMs = now + windowMs;
    }
    const mine = counts;
    const count = mine.get(address) ?? 0;
    if (count >= maxInAWindow || (count === 0 && mine.size >= maxAddresses)) {
      throw new Fault("rate_limited", {
        message: `Only ${maxInAWindow} requests a minute from one address may turn out not to be paid for.`,
        retryAfterS: Math.max(1, Math.ceil((windowEndsAtMs - now) / 1000)),
      });
    }
    mine.set(address, count + 1);
    return () => void mine.set(address, (mine.get(address) ?? 1) - 1);
  };
}
