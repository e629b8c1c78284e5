import { Piscina } from "piscina";

export type Threads<Task, Result> = Readonly<{
  /** Rejects when the task ran out of time, was aborted, or took its thread down; the thread is then replaced. */
  run(task: Task, signal: AbortSignal): Promise<Result>;
}> &
  AsyncDisposable;

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
  return {
    run: async (task, signal) =>
      pool.run(task, { signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) }),
    [Symbol.asyncDispose]: async () => {
      await pool.destroy();
    },
  };
}
