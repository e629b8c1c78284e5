import { atMost, limitsOf } from "./example-limits.ts";
import type { ExampleText } from "./example-texts.ts";
import type { Examination, PythonSplice } from "./protocol.ts";
import type { BoxSession } from "./session.ts";

type Proving = Readonly<{
  texts: readonly ExampleText[];
  /** Edits of the source; an empty one is the source itself. */
  edits: readonly (readonly PythonSplice[])[];
  /** What one of them may use of the processor, where nothing is known of it yet. */
  maxMs?: number | undefined;
  /** Told of each that had to be stopped, or was not begun. */
  onStopped?: (() => void) | undefined;
}>;

/** The part of the caller's time that all examples of one text may use, as when they are first checked. */
const shareOfBudget = 0.2;
/** By the clock an edit of which nothing is known may take so many times what it may use of the processor. */
const patience = 5;

/** The places of the edits that make every example hold, each run alone in processes of its own for each text. */
export async function proveAll(
  session: BoxSession,
  source: string,
  { texts, edits, maxMs, onStopped }: Proving,
): Promise<number[]> {
  const proven: number[] = [];
  for (const [at, splices] of edits.entries()) {
    if (session.leftMs() <= 0) {
      onStopped?.();
      break;
    }
    const limits = maxMs === undefined ? limitsOf(session, shareOfBudget) : atMost(maxMs, maxMs * patience);
    if (await holds(session, texts, { source, splices, ...limits }, onStopped)) proven.push(at);
  }
  return proven;
}

const seeds = [1, 2];
/** Without these nothing is ordered by hashes. */
const mayBeUnordered = /\bset\b|\bfrozenset\b|\bhash\(|\{/;

/** Whether every example holds for a text whatever the order of its sets. */
export async function holdsInAnyOrder(
  session: BoxSession,
  source: string,
  texts: readonly ExampleText[],
): Promise<boolean> {
  if (!mayBeUnordered.test(source)) return true;
  for (const seed of seeds)
    if (!(await holds(session, texts, { source, seed, ...limitsOf(session, shareOfBudget) }))) return false;
  return true;
}

type Run = Omit<Examination, "code" | "examples">;

async function holds(
  session: BoxSession,
  texts: readonly ExampleText[],
  run: Run,
  onStopped?: () => void,
): Promise<boolean> {
  for (const { code, examples } of texts) {
    const examined = await session.examine({ ...run, code, examples });
    if (examined.timed_out) onStopped?.();
    if (!examined.is_whole || !examined.examples.every(({ held }) => held)) return false;
  }
  return true;
}
