import { flushCompileCache } from "node:module";
import { parentPort } from "node:worker_threads";
import { toFailure, type Failure } from "../failure.ts";
import { ownThread } from "./os-priority.ts";

/** What a thread says. `cpuMs` is all the processor time it has used since it began, `thread` how the system names it. */
export type Word<Result, Part> =
  | Readonly<{ kind: "ready"; cpuMs: number; thread: string | undefined }>
  | Readonly<{ kind: "part"; part: Part; cpuMs: number }>
  | Readonly<{ kind: "done"; result: Result; cpuMs: number; isSpent: boolean }>
  | Readonly<{ kind: "threw"; failure: Failure }>;

export type Telling<Part> = Readonly<{
  /** Says a part of the answer that stays known if the rest is lost. The time limit begins again with it. */
  tell(part: Part): void;
  /** Asks for another thread in place of this one, once the task is answered. */
  giveUp(): void;
}>;

/** Makes this thread one that does tasks, one at a time, for `openThreads`. Loading is over when this is called. */
export function doTasks<Task, Result, Part = never>(
  work: (task: Task, telling: Telling<Part>) => Result | Promise<Result>,
): void {
  const port = parentPort!;
  const say = (word: Word<Result, Part>): void => port.postMessage(word);
  let isSpent = false;
  const telling: Telling<Part> = {
    tell: (part) => say({ kind: "part", part, cpuMs: usedCpuMs() }),
    giveUp: () => (isSpent = true),
  };
  const answer = async (task: Task): Promise<void> => {
    try {
      const result = await work(task, telling);
      say({ kind: "done", result, cpuMs: usedCpuMs(), isSpent });
    } catch (error) {
      say({ kind: "threw", failure: toFailure("thread", error) });
    }
  };
  port.on("message", (task: Task) => void answer(task));
  // The next thread need not compile it all again: Node would keep it only where a thread ends by itself.
  flushCompileCache();
  say({ kind: "ready", cpuMs: usedCpuMs(), thread: ownThread() });
}

function usedCpuMs(): number {
  return toMs(process.threadCpuUsage());
}

export function toMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
