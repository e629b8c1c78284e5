/** What is known about a fix beyond that every example passes with it. */
export type Evidence = Readonly<{
  /** How many examples failed before. */
  failed: number;
  /** In how many ways the cheapest passing candidates, three at most, behave on inputs near those of the examples. */
  behaviours: number;
}>;

/** How far a fix can be believed. */
export type Confidence = "high" | "fair" | "low";

/**
 * Three fixes that pass and all behave differently show that the examples do not decide: the cheapest is then as often
 * wrong as right. One failing example can be satisfied by chance; two rarely are.
 */
export function confidenceIn({ failed, behaviours }: Evidence): Confidence {
  if (behaviours >= 3) return "low";
  return failed >= 2 ? "high" : "fair";
}
