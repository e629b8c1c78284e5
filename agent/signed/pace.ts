import type { Clock } from "../../platform/clock.ts";
import { createPace, type Pace } from "../../service/parts/pace.ts";

const maxAMinute = 60;

/**
 * Lets an address have the chain asked for it; what comes back gives the place back, for a request that was taken.
 * Requests that are not taken cost their sender nothing and us questions to the chain.
 */
export function createAskingPace(clock: Pick<Clock, "now">): Pace {
  return createPace(clock, {
    maxAMinute,
    whenFull: "refuse",
    message: `Only ${maxAMinute} requests a minute from one address may turn out to be unpaid.`,
  });
}
