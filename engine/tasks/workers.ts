import { openThreads } from "../../platform/threads/threads.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Troubles } from "../../platform/troubles.ts";
import type { Priorities } from "../../platform/threads/priority.ts";
import { inspectInThreads } from "./inspect-in-threads.ts";
import type { LentNames } from "../resolve/lent-names.ts";
import type { Told } from "./pieces.ts";
import type { RepairQuestion } from "../repair/propose.ts";
import type { Rewrite } from "../text/rewrite.ts";
import type { Target } from "../transpile/targets.ts";
import type { Translation } from "../transpile/translate-text.ts";
import type { TaskAnswer, Inspected, Task } from "./worker.ts";

/** Warm threads that read and rewrite texts. Each call rejects when its text took too long or the thread down. */
export type Workers = Readonly<{
  /** A tool that did not finish is named in what it returns. `beside` is what other files lend to this one. */
  inspect(text: string, signal: AbortSignal, beside?: LentNames): Promise<Inspected>;
  /** Edits that could fix a text. */
  propose(proposing: RepairQuestion, signal: AbortSignal): Promise<readonly Rewrite[]>;
  /** Edits, one after another, that make a program shorter and keep all it does. */
  optimize(text: string, signal: AbortSignal): Promise<readonly Rewrite[]>;
  translate(text: string, target: Target, signal: AbortSignal): Promise<Translation>;
}> &
  AsyncDisposable;

type Settings = Readonly<{
  threads: number;
  /** How many of them may be at work on a text that has just come. */
  freshTasks?: number;
  /** The processor time of each tool, of each proposal and of each translation. */
  limitMs: number;
  clock: Clock;
  priorities?: Priorities;
  troubles: Troubles;
}>;

const file = new URL("./worker.ts", import.meta.url);

export async function openWorkers({ troubles, ...size }: Settings): Promise<Workers> {
  const threads = await openThreads<Task, TaskAnswer, Told>(file, { ...size, spareThreads: 1 });
  const ask = async <Wanted extends TaskAnswer>(task: Task, signal: AbortSignal): Promise<Wanted> => {
    try {
      return (await threads.run(task, signal)) as Wanted;
    } catch (error) {
      if (!signal.aborted) troubles.note(task.task, error);
      throw error;
    }
  };
  return {
    inspect: async (text, signal, beside) =>
      inspectInThreads({ threads, troubles }, { text, beside }, signal),
    propose: async (proposing, signal) => ask({ task: "propose", proposing }, signal),
    optimize: async (text, signal) => ask({ task: "optimize", text }, signal),
    translate: async (text, target, signal) => ask({ task: "translate", text, target }, signal),
    [Symbol.asyncDispose]: async () => threads[Symbol.asyncDispose](),
  };
}
