/** What is known about a fix beyond that every example passes with it. */
export type Evidence = Readonly<{
  examples: number;
  /** How many of them failed before. */
  failed: number;
  /** In how many ways the cheapest passing candidates, three at most, behave on inputs near those of the examples. */
  behaviours: number;
}>;

/** How far a fix can be believed. */
export type Confidence = "high" | "fair" | "low";

/**
 * One failing example among several can be satisfied by chance, and when three edits that do so all behave differently
 * the cheapest is no better than a coin flip (4 right, 5 wrong where it was measured: few, and the rule was chosen on the
 * same programs). Two failing examples are rarely satisfied by chance. Where a single example is all there is, the
 * cheapest was right as often as not (3 and 3); it is returned with the doubt stated.
 */
export function confidenceIn({ examples, failed, behaviours }: Evidence): Confidence {
  if (failed >= 2) return behaviours >= 3 ? "fair" : "high";
  return behaviours >= 3 && examples > 1 ? "low" : "fair";
}
