import { openThreads } from "../../platform/threads/threads.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Troubles } from "../../platform/troubles.ts";
import type { Priorities } from "../../platform/threads/priority.ts";
import { inspectInThreads } from "./inspect-in-threads.ts";
import type { InspectQuestion } from "./inspect.ts";
import type { FoundIn, Looks } from "./join-findings.ts";
import type { LinkedFiles, Loans } from "./loans.ts";
import type { Told } from "./pieces.ts";
import type { RepairQuestion } from "../repair/propose.ts";
import type { NamedRewrite, Rewrite } from "../text/rewrite.ts";
import type { Target } from "../transpile/targets.ts";
import type { Translation } from "../transpile/translate-text.ts";
import type { OutputFile } from "../verdict.ts";
import type { TaskAnswer, Inspected, Task, WrittenFiles } from "./worker.ts";

/** Warm threads that read and rewrite texts. Each call rejects when its text took too long or the thread down. */
export type Workers = Readonly<{
  /** A tool that did not finish is named in what it returns. */
  inspect(asked: InspectQuestion, signal: AbortSignal): Promise<Inspected>;
  /** What files of one program lend to each other. */
  link(files: LinkedFiles, signal: AbortSignal): Promise<Loans>;
  /** What all tools say of some files, as one list for each. */
  join(looks: Looks, signal: AbortSignal): Promise<FoundIn>;
  /** Edits that could fix a text. */
  propose(proposing: RepairQuestion, signal: AbortSignal): Promise<readonly NamedRewrite[]>;
  /** Passes, one after another, of edits side by side that make a program shorter and keep all it does. */
  optimize(text: string, signal: AbortSignal): Promise<readonly Rewrite[][]>;
  translate(text: string, target: Target, signal: AbortSignal): Promise<Translation>;
  /** Files that a program has written, with what their content is. */
  recognize(files: WrittenFiles, signal: AbortSignal): Promise<readonly OutputFile[]>;
}> &
  AsyncDisposable;

type Settings = Readonly<{
  threads: number;
  /** How many of them may be at work on a text that has just come. */
  freshTasks?: number;
  /** More threads than tasks, so that a text that takes its thread down makes nobody else wait; unset: one. */
  spareThreads?: number | undefined;
  /** The processor time of each tool, of each proposal and of each translation. */
  limitMs: number;
  clock: Clock;
  priorities?: Priorities;
  troubles: Troubles;
  /** Most texts come with what ruff says of them, and only the tools that look at one are needed. */
  isLinted?: boolean;
}>;

const file = new URL("./worker.ts", import.meta.url);
const ownFile = new URL("./own-worker.ts", import.meta.url);

export async function openWorkers({
  troubles,
  spareThreads = 1,
  isLinted = false,
  ...size
}: Settings): Promise<Workers> {
  const threads = await openThreads<Task, TaskAnswer, Told>(isLinted ? ownFile : file, {
    ...size,
    spareThreads,
  });
  const ask = async <Wanted extends TaskAnswer>(task: Task, signal: AbortSignal): Promise<Wanted> => {
    try {
      return (await threads.run(task, signal)) as Wanted;
    } catch (error) {
      if (!signal.aborted) troubles.note(task.task, error);
      throw error;
    }
  };
  return {
    inspect: async (asked, signal) => inspectInThreads({ threads, troubles }, asked, signal),
    link: async (files, signal) => ask({ task: "link", files }, signal),
    join: async (looks, signal) => ask({ task: "join", looks }, signal),
    propose: async (proposing, signal) => ask({ task: "propose", proposing }, signal),
    optimize: async (text, signal) => ask({ task: "optimize", text }, signal),
    translate: async (text, target, signal) => ask({ task: "translate", text, target }, signal),
    recognize: async (files, signal) => ask({ task: "recognize", files }, signal),
    [Symbol.asyncDispose]: async () => threads[Symbol.asyncDispose](),
  };
}
