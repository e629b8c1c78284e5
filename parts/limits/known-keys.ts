import type { Clock } from "../../platform/clock.ts";

/**
 * The keys that this process found in the store within the last minute. The service charges such a key without looking
 * it up first: the store checks it in the statement that charges. Being listed here allows only that the request's body
 * is read.
 */
export type KnownKeys = Readonly<{
  note(fingerprint: string): void;
  has(fingerprint: string): boolean;
  forget(fingerprint: string): void;
}>;

const lifeMs = 60_000;
/** Above this, the oldest is dropped. */
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
