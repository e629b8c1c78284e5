import { doTasks } from "../../platform/threads/thread-tasks.ts";
import type { Linter } from "../lint/lint.ts";
import { inspect, type InspectQuestion } from "./inspect.ts";
import { joinFindings } from "./join-findings.ts";
import { loansAmong } from "./loans.ts";
import { withPiece, type Inspection, type Pieces, type Seen, type Told } from "./pieces.ts";
import type { Task, TaskAnswer } from "./worker.ts";

/** Most texts come with what ruff's own command says of them; loading ruff into this thread takes half a second. */
let linter: Linter | undefined;

/** What other files lend to a text changes what the policy says of it, and nothing else; the policy looks last. */
const withoutPolicy = new Map<string, Pieces>();

doTasks<Task, TaskAnswer, Told>(async (task, { tell, giveUp }) => {
  switch (task.task) {
    case "inspect": {
      if (!task.seen.known.ruff) linter ??= (await import("../lint/lint.ts")).createLinter();
      const heed = (told: Told): void => {
        if (told.tool === "ruff" && told.piece === undefined) giveUp();
        tell(told);
      };
      return { ...look(task.asked, task.seen, heed), ruff: linter?.version ?? "" };
    }
    case "link":
      return loansAmong(task.files);
    case "join":
      return joinFindings(task.looks);
    default:
      throw new Error(`Not a task of this thread: ${task.task}`);
  }
});

function look(asked: InspectQuestion, seen: Seen, heed: (told: Told) => void): Inspection {
  const { text } = asked;
  const before = withoutPolicy.get(text);
  let pieces: Pieces = seen.known;
  const inspection = inspect({ of: (python) => linter!.of(python) }, text, {
    ...asked,
    seen: before ? { ...seen, known: { ...before, ...seen.known } } : seen,
    tell: (told) => {
      if (told.tool !== "policy") pieces = withPiece(pieces, told);
      heed(told);
    },
  });
  const { policy: _policy, ...others } = pieces;
  withoutPolicy.set(text, others);
  return inspection;
}
