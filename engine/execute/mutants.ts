import type { Candidate, RunFacts } from "../candidates/candidate.ts";
import { spread } from "./inputs.ts";
import { toPythonSplices } from "./python-splices.ts";
import type { SearchBudget } from "./search-budget.ts";
import { screen } from "./screening.ts";
import type { SearchTask, SearchTools } from "./search-task.ts";

/** Small changes of a fixed program, and how many of them the examples do not notice. */
export type Mutants = Readonly<{ tried: number; surviving: number }>;

const maxMutants = 45;
const limits = { lineBudget: 20_000, purse: 1_500_000 };
/** The plainest kinds of slips. */
const kinds = new Set([
  "comparison",
  "other-comparison",
  "connective",
  "constant",
  "arithmetic",
  "off-by-one",
  "variable",
  "operand-swap",
  "negation",
  "argument-swap",
  "operand-drop",
  "condition-drop",
  "statement-drop",
]);

/**
 * Changes a fixed text a little in many places and asks the examples of each. Where many changes go unnoticed, the
 * examples say little of what the program is to do, and so little of the fix. Lines that no example runs count too.
 */
export async function tryMutants(
  propose: SearchTools["propose"],
  fixed: Pick<SearchTask, "session" | "source" | "screens">,
  facts: RunFacts,
  budget: SearchBudget,
): Promise<Mutants> {
  if (fixed.screens.length === 0) return { tried: 0, surviving: 0 };
  const mutants = pick(await propose(fixed.source, { ...facts, liveLines: undefined }));
  const splicesOf = toPythonSplices(fixed.source);
  const { passing, untried, isLate } = await screen(fixed, mutants, { ...limits, splicesOf, budget });
  if (isLate) budget.cutShort();
  return { tried: mutants.length - untried.length, surviving: passing.length };
}

/** From all over the text. */
function pick(candidates: readonly Candidate[]): Candidate[] {
  const plain = candidates.filter(({ family }) => kinds.has(family));
  const inOrder = plain.toSorted((a, b) => a.splices[0]!.start - b.splices[0]!.start);
  return spread(inOrder).slice(0, maxMutants);
}
