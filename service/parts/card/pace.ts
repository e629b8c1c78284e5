import { Fault } from "../../faults.ts";
import type { Clock } from "../clock.ts";

const windowMs = 60_000;
const mostInAWindow = 10;

/** Each checkout costs a call to the processor, of which it takes only so many from all of us. */
export function createPace(clock: Clock): (fingerprint: string) => void {
  const counts = new Map<string, number>();
  let windowEndsAtMs = 0;
  return (fingerprint) => {
    const now = clock.now();
    if (now >= windowEndsAtMs || now < windowEndsAtMs - windowMs) {
      counts.clear();
      windowEndsAtMs = now + windowMs;
    }
    const count = (counts.get(fingerprint) ?? 0) + 1;
    counts.set(fingerprint, count);
    if (count <= mostInAWindow) return;
    throw new Fault("rate_limited", {
      message: `A key can begin ${mostInAWindow} checkouts a minute.`,
      resetAtMs: windowEndsAtMs,
      retryAfterS: Math.max(1, Math.ceil((windowEndsAtMs - now) / 1000)),
    });
  };
}
