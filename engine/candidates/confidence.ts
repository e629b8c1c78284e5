/** What is known about a fix beyond that every example passes with it. */
export type Evidence = Readonly<{
  /** The kind of edit, and of how many places. */
  family: string;
  edits: 1 | 2;
  /** How many examples failed before. */
  failed: number;
  /** How many edits pass among the cheapest ones. */
  passing: number;
  /** In how many ways they, and the cheapest three, behave on inputs like those of the examples. */
  distinct: number;
  distinctCheapest: number;
}>;

/** How far a fix can be believed. */
export type Confidence = "high" | "fair" | "low";

/** Edits that make a program do something else at the same place. Small steps, as of a bound by one, are not among them. */
const otherMeanings = new Set(["other-comparison", "connective", "arithmetic", "variable"]);
/** Edits that fit a value to what is asked, whatever the program is about. */
const fitted = new Set(["number-wrapping", "added-term", "slicing", "copied-statement"]);
/** So many edits pass only where the examples hardly say anything. */
const many = 9;

/** Conditions are asked for by examples that say yes or no: fewer are met by chance. */
const minAnswers = 4;
/** Two edits have more ways to meet an example by chance. */
const minForTwoEdits = 3;

/** Whether so few examples ask for an edit that it may fit them by chance, though nothing else passes. */
export function isHardlyAskedFor({
  family,
  edits,
  failed,
}: Pick<Evidence, "family" | "edits" | "failed">): boolean {
  if (edits === 2) return failed < minForTwoEdits;
  return family === "returned-condition" ? failed < minAnswers : fitted.has(family) && failed === 1;
}

/** Whether more has to be known of the other edits that pass before a fix of this kind can be believed. */
export function isDoubtful(family: string): boolean {
  return otherMeanings.has(family) || fitted.has(family);
}

/**
 * One failing example can be satisfied by chance. Where nine edits do so, a bound or a constant that is one out is still
 * what was meant four times in five, another operator or variable hardly ever (nor with more failing examples, if even
 * the cheapest three behave differently); where two edits do so that behave
 * differently, an edit that fits a value was never right (measured on the sets that the rule was chosen on).
 * Two edits at once have to be the only ones.
 */
export function confidenceIn(evidence: Evidence): Confidence {
  const { family, edits, failed, passing, distinct, distinctCheapest } = evidence;
  if (edits === 2) return distinct > 1 ? "low" : "fair";
  if (otherMeanings.has(family) && passing >= many && (failed === 1 || distinctCheapest >= 3)) return "low";
  if (fitted.has(family) && (passing >= many || (failed === 1 && distinct > 1))) return "low";
  return failed >= 2 && distinct < 3 ? "high" : "fair";
}
