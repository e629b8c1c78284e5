import type { Clock } from "../../platform/clock.ts";

/** A value, and when it was asked for, in Unix milliseconds. */
export type Dated<Value> = Readonly<{ value: Value; atMs: number }>;

/**
 * A value that is read elsewhere and is good for a while. It is read once at a time, however many ask; while reading
 * fails the last value is given, however old, and only where there is none does asking reject as the reading did.
 */
export type Recent<Value> = (read: (last: Value | undefined) => Promise<Value>) => Promise<Dated<Value>>;

type Settings = Readonly<{
  clock: Clock;
  /** A value this young is given as it is. */
  freshMs: number;
  /** After a failure it is left alone for this long. */
  pauseMs: number;
  /** Who can be given an older value waits this long for a newer one. */
  patienceMs: number;
}>;

export function createRecent<Value>({ clock, freshMs, pauseMs, patienceMs }: Settings): Recent<Value> {
  let last: Dated<Value> | undefined;
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
