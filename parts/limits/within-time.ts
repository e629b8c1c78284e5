import { Fault } from "../faults.ts";
import type { Clock } from "../../platform/clock.ts";

/** Runs work that can be aborted by a signal. At the time limit, aborts it and rejects with `content_unavailable`. */
export async function withinTime<Result>(
  { clock, limitMs, signal }: Readonly<{ clock: Clock; limitMs: number; signal: AbortSignal }>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const ended = new AbortController();
  const watching = clock.sleep(limitMs, ended.signal).then(
    () => late.abort(),
    () => undefined,
  );
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } catch (error) {
    if (!late.signal.aborted || signal.aborted) throw error;
    throw new Fault("content_unavailable", { message: `No answer within ${limitMs} ms.` }, { cause: error });
  } finally {
    ended.abort();
    await watching;
  }
}

/** A timeout that the caller's signal carries is reported like our own: as `content_unavailable`. */
export function throwIfAborted(signal: AbortSignal): void {
  const { reason } = signal as { reason: unknown };
  if (signal.aborted && reason instanceof Error && reason.name === "TimeoutError")
    throw new Fault("content_unavailable", { message: "No answer in time." }, { cause: reason });
  signal.throwIfAborted();
}
