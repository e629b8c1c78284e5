/** What is known about a fix beyond that every example passes with it. */
export type Evidence = Readonly<{
  /** The kind of edit, and of how many places. */
  family: string;
  edits: 1 | 2;
  /** In how many ways the edits that pass behave on inputs like those of the examples. */
  ways: number;
  /** Small changes of the fixed text, and how many of them pass every example too. */
  mutants: Readonly<{ tried: number; surviving: number }>;
  /** How much the failing examples say, and whether it is only yes or no. */
  wanted: Readonly<{ bits: number; isOneBit: boolean }>;
}>;

/** Edits that make a program do something else at the same place. Small steps, as of a bound by one, are not among them. */
const otherMeanings = new Set([
  "other-comparison",
  "connective",
  "arithmetic",
  "variable",
  "expression-variable",
  "constant-variable",
  "constant-pool",
  "string-constant",
  "separator",
  "returned-value",
  "value-swap",
  "branch",
  "operand-drop",
  "condition-drop",
  "element-drop",
  "argument-drop",
  "unwrapping",
  "choosing",
  "both-sides",
]);
/** Edits that fit a value or a condition to what is asked, whatever the program is about. */
const fitted = new Set([
  "number-wrapping",
  "added-term",
  "returned-condition",
  "other-condition",
  "copied-statement",
  "listed-answers",
]);
/** Whether more has to be known of the other edits that pass before a fix of this kind can be believed. */
const asksForMore = new Set([
  "other-comparison",
  "connective",
  "arithmetic",
  "variable",
  "number-wrapping",
  "added-term",
  "slicing",
  "copied-statement",
]);

/** Fitted on fixes of programs with hidden tests (decision 50). */
const weights = {
  base: 0.97,
  ways: -0.53,
  survivors: -0.72,
  bits: 0.12,
  oneBit: -0.32,
  twoEdits: -2.7,
  fitted: -2.68,
  otherMeaning: -0.21,
};
/** Too few mutants say nothing: then it is what is usual. */
const minMutants = 8;
const usualShare = 0.2;
const maxWays = 32;
/** Doubtful fixes are right more often than the sum of their evidence says: below this, it counts for a part. */
const doubt = { below: 0.5, share: 0.7 };

/** How likely it is that a fix which every example proves is what was meant: from 0 to 1. */
export function confidenceOf({ family, edits, ways, mutants, wanted }: Evidence): number {
  const share = mutants.tried < minMutants ? usualShare : (mutants.surviving + 0.5) / (mutants.tried + 1);
  const sum =
    weights.base +
    weights.ways * Math.log2(Math.min(ways, maxWays)) +
    weights.survivors * Math.log(share / (1 - share)) +
    weights.bits * Math.log2(1 + wanted.bits) +
    (wanted.isOneBit ? weights.oneBit : 0) +
    (edits === 2 ? weights.twoEdits : 0) +
    (fitted.has(family) ? weights.fitted : 0) +
    (otherMeanings.has(family) ? weights.otherMeaning : 0);
  const weighed = sum < doubt.below ? doubt.below + doubt.share * (sum - doubt.below) : sum;
  return Math.round(1000 / (1 + Math.exp(-weighed))) / 1000;
}

/** Below this a fix is marked as doubtful. */
export const sure = 0.9;

/** Whether more is to be known of the other edits that pass before a fix of this kind is returned. */
export function isDoubtful(family: string): boolean {
  return asksForMore.has(family);
}

/** Of the fixes that were wrong, the next edits that pass were right in these shares. */
const sharesOfOthers = [0.2, 0.1, 0.08];

/** How likely it is that another edit is what was meant: the first, the second, the third that behaves differently. */
export function confidenceOfOther(confidence: number, place: number): number {
  return Math.round(1000 * (1 - confidence) * (sharesOfOthers[place] ?? 0)) / 1000;
}
