import type { Clock } from "../../platform/clock.ts";
import type { Store } from "../store/store.ts";

/** A name in the store that one process holds at a time. */
export type Lease = Readonly<{
  name: string;
  /** Whether it is ours for now. */
  take(): Promise<boolean>;
  /** Prolongs it in the midst of long work; throws when another process has taken over. */
  hold(): Promise<void>;
  end(): Promise<void>;
}>;

/** A process that died keeps the others waiting for this long. */
const leaseMs = 15_000;
const prolongAfterMs = 5000;

export function createLease(
  { store, clock, owner }: Readonly<{ store: Store; clock: Clock; owner: string }>,
  name: string,
): Lease {
  let takenAtMs = -Infinity;
  async function take(): Promise<boolean> {
    const askedAtMs = clock.monotonic();
    const isOurs = await store.takeLease({ name, owner, lifeMs: leaseMs });
    if (isOurs) takenAtMs = askedAtMs;
    return isOurs;
  }
  return {
    name,
    take,
    hold: async () => {
      if (clock.monotonic() - takenAtMs < prolongAfterMs || (await take())) return;
      throw new Error("another process watches deposits now");
    },
    end: async () => store.endLease({ name, owner }).catch(() => undefined),
  };
}
