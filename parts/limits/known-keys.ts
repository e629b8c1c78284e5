import type { Clock } from "../../platform/clock.ts";

/**
 * The keys that this process found in the store within the last minute. Such a key is charged without being looked up first: the store
 * looks when it charges, in the same statement. Nothing is allowed by a key's being here but that its request is read.
 */
export type KnownKeys = Readonly<{
  note(fingerprint: string): void;
  has(fingerprint: string): boolean;
  forget(fingerprint: string): void;
}>;

const lifeMs = 60_000;
/** The oldest make room. */
const maxKeys = 10_000;

export function createKnownKeys(clock: Pick<Clock, "monotonic">): KnownKeys {
  const foundAtMs = new Map<string, number>();
  return {
    note(fingerprint) {
      foundAtMs.delete(fingerprint);
      foundAtMs.set(fingerprint, clock.monotonic());
      const [oldest] = foundAtMs.keys();
      if (foundAtMs.size > maxKeys && oldest !== undefined) foundAtMs.delete(oldest);
    },
    has: (fingerprint) => clock.monotonic() - (foundAtMs.get(fingerprint) ?? -Infinity) < lifeMs,
    forget: (fingerprint) => void foundAtMs.delete(fingerprint),
  };
}
