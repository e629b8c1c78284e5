import { doTasks, type Telling } from "../../platform/threads/thread-tasks.ts";
import { inspect, type InspectQuestion } from "./inspect.ts";
import { inspectors, type Inspection, type Seen, type Told } from "./pieces.ts";
import { createLinter } from "../lint/lint.ts";
import { joinFindings, type FoundIn, type Looks } from "./join-findings.ts";
import { loansAmong, type LinkedFiles, type Loans } from "./loans.ts";
import { proposeRewrites, type RepairQuestion } from "../repair/propose.ts";
import type { OutputFile } from "../verdict.ts";
import type { NamedRewrite, Rewrite } from "../text/rewrite.ts";
import type { Target } from "../transpile/targets.ts";
import type { Translation } from "../transpile/translate-text.ts";

/** What a worker thread can be asked to do with one text. */
export type Task =
  | Readonly<{ task: "inspect"; asked: InspectQuestion; seen: Seen }>
  | Readonly<{ task: "link"; files: LinkedFiles }>
  | Readonly<{ task: "join"; looks: Looks }>
  | Readonly<{ task: "propose"; proposing: RepairQuestion }>
  | Readonly<{ task: "optimize"; text: string }>
  | Readonly<{ task: "translate"; text: string; target: Target }>
  | Readonly<{ task: "recognize"; files: WrittenFiles }>;

export type WrittenFiles = readonly Omit<OutputFile, "media_type">[];

export type Inspected = Inspection & Readonly<{ ruff: string }>;
export type TaskAnswer =
  | Inspected
  | Loans
  | FoundIn
  | readonly NamedRewrite[]
  | readonly Rewrite[][]
  | Translation
  | readonly OutputFile[];

const linter = createLinter();
// The first check pays for what ruff sets up lazily; no caller should.
inspect(linter, "import os\n\n\ndef f(x):  # noqa\n    return f'{x!r}'\n");

/** What few callers ask for is loaded for the first of them: a thread that was lost is to be replaced soon. */
doTasks<Task, TaskAnswer, Told>(async (task, telling) => {
  switch (task.task) {
    case "inspect":
      return {
        ruff: linter.version,
        ...inspect(linter, task.asked.text, { ...task.asked, seen: task.seen, tell: heed(telling) }),
      };
    case "link":
      return loansAmong(task.files);
    case "join":
      return joinFindings(task.looks);
    case "propose":
      return proposeRewrites(linter.of(task.proposing.python), task.proposing);
    case "optimize":
      return (await import("../optimize/optimize-text.ts")).optimizeText(task.text);
    case "translate":
      return (await import("../transpile/translate-text.ts")).translateText(task.text, task.target);
    case "recognize":
      return (await import("../execute/media-type.ts")).toOutputFiles(task.files);
    default:
      return task satisfies never;
  }
});

/** Ruff cannot be used again after it threw, so the thread is given up once the other tools have had their say. */
function heed({ tell, giveUp }: Telling<Told>): (told: Told) => void {
  return (told) => {
    if (told.tool === "ruff" && told.piece === undefined) giveUp();
    // Behind the last piece comes the whole answer.
    if (told.tool !== inspectors.at(-1) || told.failures.length > 0) tell(told);
  };
}
