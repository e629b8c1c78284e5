import { Piscina } from "piscina";
import { createTurns } from "./turns.ts";

export type Threads<Task, Result> = Readonly<{
  /** Rejects when the task ran out of time, was aborted, or took its thread down; the thread is then replaced. */
  run(task: Task, signal: AbortSignal): Promise<Result>;
}> &
  AsyncDisposable;

/** What a task may have to wait for besides: the first for everything to be loaded, others for a thread in place of a lost one. */
const startMs = { first: 60_000, again: 3000 } as const;

/** Warm worker threads that can be killed: no input can block or end the process. */
export async function openThreads<Task, Result>(
  file: URL,
  { threads, limitMs }: { threads: number; limitMs: number },
): Promise<Threads<Task, Result>> {
  const pool = new Piscina<Task, Result>({
    filename: file.href,
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    resourceLimits: { stackSizeMb: 16, maxOldGenerationSizeMb: 512 },
  });
  // A task waits here, so that its time is not spent behind the tasks of others.
  const turns = createTurns({ places: threads, placesACaller: threads, mostWaiting: Infinity });
  let isWarm = false;
  let lost = 0;
  return {
    run: async (task, signal) => {
      using _ = await turns.take("anyone", signal);
      const besidesMs = !isWarm ? startMs.first : lost > 0 ? startMs.again : 0;
      lost = Math.max(0, lost - 1);
      const limit = AbortSignal.timeout(limitMs + besidesMs);
      try {
        const result = await pool.run(task, { signal: AbortSignal.any([signal, limit]) });
        isWarm = true;
        return result;
      } catch (error) {
        lost += 1;
        throw error;
      }
    },
    [Symbol.asyncDispose]: async () => {
      await pool.destroy();
    },
  };
}
