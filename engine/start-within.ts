import { systemClock } from "../platform/clock.ts";

/** A part of the engine did not start in time. The words say which. */
export class SlowStart extends Error {
  override readonly name = "SlowStart";
}

/** Starts a part. The signal is aborted only when that takes too long, never afterwards. */
export async function startWithin<Part>(
  what: string,
  limitMs: number,
  start: (signal: AbortSignal) => Promise<Part>,
): Promise<Part> {
  const [late, settled] = [new AbortController(), new AbortController()];
  systemClock.sleep(limitMs, settled.signal).then(
    () => late.abort(),
    () => undefined,
  );
  try {
    return await start(late.signal);
  } catch (error) {
    if (!late.signal.aborted) throw error;
    const words = `${what} did not start within ${limitMs / 1000} s. The machine may be too busy: try again.`;
    throw new SlowStart(words, { cause: error });
  } finally {
    settled.abort();
  }
}
