import { inspect, type Inspection } from "./inspect.ts";
import { createLinter } from "./lint.ts";
import { proposeRewrites, type Proposing } from "./repair/propose.ts";
import type { Rewrite } from "./repair/repair.ts";
import type { Target, Translation } from "./transpile/translate-text.ts";

/** What a worker thread can be asked to do with one text. */
export type Task =
  | Readonly<{ task: "inspect"; text: string }>
  | Readonly<{ task: "propose"; proposing: Proposing }>
  | Readonly<{ task: "optimize"; text: string }>
  | Readonly<{ task: "translate"; text: string; target: Target }>;

export type Inspected = Inspection & Readonly<{ ruff: string }>;
export type Answer = Inspected | readonly Rewrite[] | Translation;

const linter = createLinter();
// The first check pays for what ruff sets up lazily; no caller should.
inspect(linter, "import os\n\n\ndef f(x):  # noqa\n    return f'{x!r}'\n");

/** One text, in this thread. Ruff cannot be used again after it threw, so the thread ends and is replaced. */
export default async function workHere(task: Task): Promise<Answer> {
  try {
    return await work(task);
  } catch {
    return process.exit(1);
  }
}

/** What few callers ask for is loaded for the first of them: a thread that was lost is to be replaced soon. */
async function work(task: Task): Promise<Answer> {
  switch (task.task) {
    case "inspect":
      return { ruff: linter.version, ...inspect(linter, task.text) };
    case "propose":
      return proposeRewrites(linter, task.proposing);
    case "optimize":
      return (await import("./optimize/optimize-text.ts")).optimizeText(task.text);
    case "translate":
      return (await import("./transpile/translate-text.ts")).translateText(task.text, task.target);
    default:
      return task satisfies never;
  }
}
