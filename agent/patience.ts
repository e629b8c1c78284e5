import { Fault } from "../service/faults.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";

const firstWaitMs = 500;
const maxWaitMs = 300_000;

/** How long to wait after so many failed tries: twice as long each time, at most five minutes. */
export function backOffMs(attempts: number): number {
  return Math.min(firstWaitMs * 2 ** Math.min(attempts, 20), maxWaitMs);
}

/** Does something that may fail for a while, until it succeeds. What will not heal by itself is thrown on. */
export async function patiently<Done>(
  { clock, log, signal }: { clock: Clock; log: Log; signal: AbortSignal },
  words: string,
  work: () => Promise<Done>,
): Promise<Done> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Fault) || error.action !== "retry") throw error;
      log.warn(words, { error: error.message, attempts });
      await clock.sleep(Math.min(backOffMs(attempts), 10_000), signal);
    }
  }
}
