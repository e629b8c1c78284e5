import { setImmediate as readPendingInput } from "node:timers/promises";
import { systemClock } from "../../platform/clock.ts";

/**
 * The answer, or an error after `limitMs`. Input that has arrived by then is read first: a process whose event loop was
 * busy must not take its own delay for the other side's.
 */
export async function inTime<Answer>(limitMs: number, asked: Promise<Answer>): Promise<Answer> {
  const answered = new AbortController();
  const late = async (): Promise<never> => {
    await systemClock.sleep(limitMs, answered.signal);
    await readPendingInput();
    throw new Error(`no answer within ${limitMs} ms`);
  };
  try {
    return await Promise.race([asked, late()]);
  } finally {
    answered.abort();
  }
}
