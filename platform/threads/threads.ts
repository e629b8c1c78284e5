import { availableParallelism } from "node:os";
import type { Clock } from "../clock.ts";
import { createPriorities, type Priorities } from "./priority.ts";
import { openThread, type Thread } from "./thread.ts";
import { createProcessorSlots } from "./processor-slots.ts";

export type Threads<Task, Result, Part = never> = Readonly<{
  /**
   * Rejects when the task ran out of processor time, was aborted, threw, or took its thread down; the thread is then
   * replaced. `onPart` is given what the task told before.
   */
  run(task: Task, signal: AbortSignal, onPart?: (part: Part) => void): Promise<Result>;
}> &
  AsyncDisposable;

type Settings = Readonly<{
  /** How many tasks may be worked on at once. */
  threads: number;
  /** How many of these may be tasks that are not known to be long; unset: all. The fewer threads, the warmer they are. */
  freshTasks?: number;
  /** Whether the first thread waits for the first task: where there may never be one. */
  isSeldomNeeded?: boolean;
  /** More threads than tasks: one that was lost takes a second to be replaced, in which nobody is to wait for it. */
  spareThreads?: number;
  /** The processor time of one task, so that what else the machine does counts against nobody. */
  limitMs: number;
  clock: Clock;
  /** Shared by all that work for the same calls; of its own where it is left out. */
  priorities?: Priorities;
}>;

/** A thread that nobody needed for this long is ended: it holds tens of megabytes. */
const unneededMs = 30_000;

/** Warm worker threads that can be killed: no input can block or end the process. The file calls `doTasks`. */
export async function openThreads<Task, Result, Part = never>(
  file: URL,
  {
    threads,
    freshTasks: wantedFresh = threads,
    isSeldomNeeded = false,
    spareThreads = 0,
    limitMs,
    clock,
    priorities = createPriorities(clock),
  }: Settings,
): Promise<Threads<Task, Result, Part>> {
  const freshTasks = Math.min(wantedFresh, threads);
  const open = (): Thread<Task, Result, Part> => openThread(file, { clock, priorities });
  // The others are opened when that many tasks come at once: a start is to be quick.
  const opened = isSeldomNeeded ? 0 : Math.min(freshTasks, availableParallelism());
  const free = Array.from({ length: opened }, open);
  const all = new Set(free);
  // A task waits here, so that its time is not spent behind the tasks of others.
  const places = createProcessorSlots(threads, freshTasks);
  const closing = new AbortController();
  /** Since it was last looked at. */
  let minFree = 0;
  let isWatching = false;

  /** One that stands ready, if there is any; and a spare one is started, so that the next task finds one too. */
  function take(): Thread<Task, Result, Part> {
    const at = free.findIndex((thread) => thread.isReady() && !thread.isOver());
    const [thread = add()] = free.splice(Math.max(at, 0), 1);
    minFree = Math.min(minFree, free.length);
    if (spareThreads > 0 && free.length === 0 && all.size < threads + spareThreads) free.push(add());
    return thread.isOver() ? replace(thread) : thread;
  }

  function putBack(thread: Thread<Task, Result, Part>): void {
    if (closing.signal.aborted) return;
    if (thread.isOver()) free.push(replace(thread));
    else free.unshift(thread); // the next task gets it: what it needs is still in the processor's memory
    void endUnneeded().catch(() => undefined); // closed meanwhile
  }

  async function endUnneeded(): Promise<void> {
    const kept = freshTasks + spareThreads;
    if (isWatching || all.size <= kept) return;
    isWatching = true;
    while (all.size > kept) {
      minFree = free.length;
      await clock.sleep(unneededMs, closing.signal);
      const unneeded = Math.min(minFree, all.size - kept);
      for (const thread of unneeded > 0 ? free.splice(-unneeded) : []) {
        all.delete(thread);
        void thread.end();
      }
    }
    isWatching = false;
  }

  function replace(lost: Thread<Task, Result, Part>): Thread<Task, Result, Part> {
    all.delete(lost);
    return add();
  }

  function add(): Thread<Task, Result, Part> {
    const thread = open();
    all.add(thread);
    return thread;
  }

  return {
    run: async (task, signal, onPart) => {
      using place = await places.take(signal, priorities.isBehind(signal) ? "long" : "fresh");
      if (closing.signal.aborted) throw new Error("the threads are closed");
      const thread = take();
      try {
        return await thread.work(task, { limitMs, onPart, onLong: place.makeRoom, signal });
      } finally {
        putBack(thread);
      }
    },
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await Promise.all(Array.from(all, async (thread) => thread.end()));
    },
  };
}
