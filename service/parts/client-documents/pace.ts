import type { Clock } from "../../../platform/clock.ts";

const windowMs = 60_000;
/** Sites told apart in one window; more than that at once is a flood, and waits for the next. */
const maxSites = 1000;

/** Whether a site may be asked once more: strangers choose whom we ask, and nobody is to be flooded by us. */
export function createPace(clock: Pick<Clock, "now">, maxAMinute: number): (host: string) => boolean {
  const counts = new Map<string, number>();
  let windowEndsAtMs = 0;
  return (host) => {
    const now = clock.now();
    if (now >= windowEndsAtMs) {
      counts.clear();
      windowEndsAtMs = now + windowMs;
    }
    const count = counts.get(host) ?? 0;
    if (count >= maxAMinute || (count === 0 && counts.size >= maxSites)) return false;
    counts.set(host, count + 1);
    return true;
  };
}
