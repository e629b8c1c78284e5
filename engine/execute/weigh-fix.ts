import type { RunFacts } from "../candidates/candidate.ts";
import { confidenceOf, confidenceOfOther } from "../candidates/confidence.ts";
import { applySplices } from "../text/splices.ts";
import { compareBehaviours, type Disagreement, type OtherWay } from "./ambiguity.ts";
import type { ExampleCheck } from "./check-examples.ts";
import { wantedBy } from "./expected-values.ts";
import type { SuggestedEdit } from "./file-edit.ts";
import { tryMutants } from "./mutants.ts";
import { proveAll } from "./prove.ts";
import { toPythonSplices } from "./python-splices.ts";
import { planScreens } from "./screening.ts";
import { openWeighingBudget, type SearchBudget } from "./search-budget.ts";
import type { SearchProof, SearchTools } from "./search-task.ts";
import type { BoxSession } from "./session.ts";

/** How sure a proven edit is, and which others are proven that do something else. */
type Weighed = Readonly<{
  confidence: number;
  others: readonly SuggestedEdit[];
  /** An input on which one of the others differs. */
  disagreement: Disagreement | undefined;
  /** Whether all was tried that tells how sure it is. */
  isWhole: boolean;
}>;

const maxOthers = 3;

export async function weighEdit(propose: SearchTools["propose"], proof: SearchProof): Promise<Weighed> {
  const { task, winner, edits, facts, isLate = false } = proof;
  const budget = openWeighingBudget(task.session);
  const { ways, others } = await compareBehaviours(proof, budget);
  const fixed = { ...task, source: applySplices(task.source, winner.splices) };
  const mutants = await tryMutants(propose, fixed, facts, budget);
  const wanted = wantedBy(task.failing.map((at) => task.examples[at]!));
  const confidence = confidenceOf({ family: winner.family, edits, ways, mutants, wanted });
  return {
    confidence,
    others: await suggest(proof, others.slice(0, maxOthers), confidence, budget),
    disagreement: others[0]?.differing,
    isWhole: !isLate && budget.report().finished,
  };
}

/** A screen lets pass what a judge may not: only what is proven is suggested. */
async function suggest(
  { task: { session, source, file, texts } }: SearchProof,
  others: readonly OtherWay[],
  confidence: number,
  budget: SearchBudget,
): Promise<SuggestedEdit[]> {
  const edits = others.map(({ candidate }) => toPythonSplices(source)(candidate));
  const proven = await proveAll(session, source, {
    texts,
    edits,
    maxMs: maxProofMs,
    onStopped: budget.cutShort,
  });
  return proven.map((at, place) => {
    const { candidate, differing } = others[at]!;
    const { input, here, there } = differing;
    return {
      edited: { file, text: applySplices(source, candidate.splices) },
      confidence: confidenceOfOther(confidence, place),
      why: `${candidate.description}; every example passes, and \`${input}\` is ${there} with it, ${here} with the likeliest edit`,
    };
  });
}

/** Of the processor: they have passed a screen in few lines. */
const maxProofMs = 1000;

type Rewritten = Readonly<{ session: BoxSession; source: string; check: ExampleCheck; isDoubted: boolean }>;

/** The same for a text that was not made of edits: nothing is known of others. */
export async function weighRewrite(
  propose: SearchTools["propose"],
  { session, source, check, isDoubted }: Rewritten,
): Promise<number> {
  const screens = await planScreens(session, source, check.texts);
  const budget = openWeighingBudget(session);
  const mutants = await tryMutants(propose, { session, source, screens }, noFacts, budget);
  const wanted = wantedBy(check.failing.map((at) => check.examples[at]!));
  const family = isDoubted ? "listed-answers" : "rewrite";
  return confidenceOf({ family, edits: 1, ways: 1, mutants, wanted });
}

const noFacts: RunFacts = {
  liveLines: undefined,
  types: new Map(),
  exampleStrings: [],
  exampleIntegers: [],
};
