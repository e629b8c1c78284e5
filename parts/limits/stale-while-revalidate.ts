import type { Clock } from "../../platform/clock.ts";

/** A value, and when its read began, in Unix milliseconds. */
export type Timestamped<Value> = Readonly<{ value: Value; atMs: number }>;

/**
 * A cached value that is read elsewhere. Only one read runs at a time, for any number of callers. While reads fail,
 * callers get the last value, however old; where there is none, they get the read's error.
 */
export type StaleWhileRevalidate<Value> = (
  read: (last: Value | undefined) => Promise<Value>,
) => Promise<Timestamped<Value>>;

type Settings = Readonly<{
  clock: Clock;
  /** A value younger than this is returned without a read. */
  freshMs: number;
  /** After a failed read, none begins for this long. */
  pauseMs: number;
  /** A caller with an old value to fall back on waits this long for a new one. */
  patienceMs: number;
}>;

export function createStaleWhileRevalidate<Value>({
  clock,
  freshMs,
  pauseMs,
  patienceMs,
}: Settings): StaleWhileRevalidate<Value> {
  let last: Timestamped<Value> | undefined;
  let failure: Readonly<{ error: unknown; atMs: number }> | undefined;
  let reading: Promise<void> | undefined;

  async function renew(read: (last: Value | undefined) => Promise<Value>): Promise<void> {
    const atMs = clock.now();
    try {
      last = { value: await read(last?.value), atMs };
      failure = undefined;
    } catch (error) {
      failure = { error, atMs: clock.now() };
    } finally {
      reading = undefined;
    }
  }

  async function forAWhile(waitedFor: Promise<void>): Promise<void> {
    const waiting = new AbortController();
    const patience = clock.sleep(patienceMs, waiting.signal).catch(() => undefined);
    await Promise.race([waitedFor, patience]);
    waiting.abort();
  }

  return async (read) => {
    const now = clock.now();
    if (last && now - last.atMs < freshMs) return last;
    if (!failure || now - failure.atMs >= pauseMs) reading ??= renew(read);
    if (reading) await (last ? forAWhile(reading) : reading);
    if (last) return last;
    throw failure!.error;
  };
}
