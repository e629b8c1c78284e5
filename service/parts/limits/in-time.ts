/**
 * What is asked, or an error after so long. What has come by then is read first: a process that was busy with something
 * else does not take its own delay for another's.
 */
export async function inTime<Answer>(limitMs: number, asked: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const giveUp = (): void => late.reject(new Error(`no answer within ${limitMs} ms`));
  const timer = setTimeout(() => setImmediate(giveUp), limitMs);
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
