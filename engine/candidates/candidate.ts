import type { Splice } from "../text/splices.ts";

/** One way the program could have been meant. `description` tells people what it changes: "line 7: `<` became `<=`". */
export type Candidate = Readonly<{
  splices: readonly Splice[];
  family: string;
  cost: number;
  description: string;
}>;

/** What running the program showed. It only prunes: a proof never rests on it. */
export type RunFacts = Readonly<{
  /** The lines every failing example ran; undefined when that is not known. */
  liveLines: ReadonlySet<number> | undefined;
  /** The lines some failing example ran: where there are two slips, each can be on other lines. */
  reachedLines?: ReadonlySet<number> | undefined;
  /** For each function, by qualified name, the type names seen in each of its variables. */
  types: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;
  /** How many of the examples failed, from 0 to 1; undefined when that is not known. */
  failedShare?: number | undefined;
  exampleStrings: readonly string[];
  exampleIntegers: readonly bigint[] | readonly number[];
}>;

export type EditProposal = Readonly<{ splices: readonly Splice[]; detail: number; description: string }>;
