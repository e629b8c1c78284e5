import { Fault } from "../../parts/faults.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";

const firstWaitMs = 500;
const maxWaitMs = 300_000;

/** How long to wait after so many failed tries: twice as long each time, at most five minutes. */
export function backOffMs(attempts: number): number {
  return Math.min(firstWaitMs * 2 ** Math.min(attempts, 20), maxWaitMs);
}

/** A request is tried again at least this often until an hour after its time. */
export const maxRetryMs = 15_000;
const lateMs = 3_600_000;

/** The same for a step of a request: shorter near its deadline, so that several tries fit before it. */
export function retryMs(
  { attempts, deadlineS }: Readonly<{ attempts: number; deadlineS: number }>,
  nowMs: number,
): number {
  const leftMs = deadlineS * 1000 - nowMs;
  if (leftMs < -lateMs) return backOffMs(attempts);
  const inTimeMs = leftMs > 0 ? Math.max(leftMs / 10, 1000) : maxRetryMs;
  return Math.floor(Math.min(backOffMs(attempts), inTimeMs, maxRetryMs));
}

/** Retries work until it succeeds. Errors that a retry cannot fix are thrown. */
export async function untilSucceeds<Done>(
  { clock, log, signal }: { clock: Clock; log: Log; signal: AbortSignal },
  warning: string,
  work: () => Promise<Done>,
): Promise<Done> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Fault) || error.action !== "retry") throw error;
      log.warn(warning, { error: error.message, attempts });
      await clock.sleep(Math.min(backOffMs(attempts), 10_000), signal);
    }
  }
}
