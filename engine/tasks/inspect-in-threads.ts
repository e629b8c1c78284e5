import type { Threads } from "../../platform/threads/threads.ts";
import type { Troubles } from "../../platform/troubles.ts";
import type { InspectQuestion } from "./inspect.ts";
import { inspectors, nextInspector, nothingSeen, withPiece, type Seen, type Told } from "./pieces.ts";
import type { TaskAnswer, Inspected, Task } from "./worker.ts";

/** A text that takes more threads down than this is not looked at any further. */
const maxLosses = 2;

/** A text that takes its thread down is given to another for the tools that are left; what was found stays. */
export async function inspectInThreads(
  { threads, troubles }: { threads: Threads<Task, TaskAnswer, Told>; troubles: Troubles },
  asked: InspectQuestion,
  signal: AbortSignal,
): Promise<Inspected> {
  let seen: Seen = asked.lint ? { known: { ruff: asked.lint }, lost: [] } : nothingSeen;
  const hear = (told: Told): void => {
    const { tool, piece, failures } = told;
    for (const failure of failures) troubles.noteFailure(tool, failure);
    seen =
      piece === undefined
        ? { ...seen, lost: [...seen.lost, tool] }
        : { ...seen, known: withPiece(seen.known, told) };
  };
  for (let losses = 0; ; losses += 1) {
    try {
      return (await threads.run({ task: "inspect", asked, seen }, signal, hear)) as Inspected;
    } catch (error) {
      signal.throwIfAborted();
      const culprit = nextInspector(seen);
      troubles.note(culprit ?? "thread", error);
      if (culprit === undefined) throw error;
      seen = { ...seen, lost: losses < maxLosses ? [...seen.lost, culprit] : inspectors };
    }
  }
}
