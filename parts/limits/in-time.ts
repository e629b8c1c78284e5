import { setImmediate as whatHasCome } from "node:timers/promises";
import { systemClock } from "../../platform/clock.ts";

/**
 * What is asked, or an error after so long. What has come by then is read first: a process that was busy with something
 * else does not take its own delay for another's.
 */
export async function inTime<Answer>(limitMs: number, asked: Promise<Answer>): Promise<Answer> {
  const answered = new AbortController();
  const late = async (): Promise<never> => {
    await systemClock.sleep(limitMs, answered.signal);
    await whatHasCome();
    throw new Error(`no answer within ${limitMs} ms`);
  };
  try {
    return await Promise.race([asked, late()]);
  } finally {
    answered.abort();
  }
}
