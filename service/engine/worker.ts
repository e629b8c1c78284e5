import { inspect, type Inspection } from "./inspect.ts";
import { createLinter } from "./lint.ts";
import { optimizeText } from "./optimize/optimize-text.ts";
import { proposeRewrites, type Proposing } from "./repair/propose.ts";
import type { Rewrite } from "./repair/repair.ts";
import { translateText, type Target, type Translation } from "./transpile/translate-text.ts";

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
export default function workHere(task: Task): Answer {
  try {
    return work(task);
  } catch {
    return process.exit(1);
  }
}

function work(task: Task): Answer {
  switch (task.task) {
    case "inspect":
      return { ruff: linter.version, ...inspect(linter, task.text) };
    case "propose":
      return proposeRewrites(linter, task.proposing);
    case "optimize":
      return optimizeText(task.text);
    case "translate":
      return translateText(task.text, task.target);
    default:
      return task satisfies never;
  }
}
