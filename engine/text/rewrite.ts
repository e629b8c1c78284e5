import type { FixKind } from "../verdict.ts";
import type { Splice } from "./splices.ts";

/**
 * An edit that could fix something. `description` tells people what it does but not where: "added the missing `:`".
 * A rewrite is only a proposal: it is kept when the checkers report strictly fewer problems with it.
 */
export type Rewrite = Readonly<{
  splices: readonly Splice[];
  description: string;
  /** The offset people are sent to; where the first edit starts, unless it is said. */
  at?: number;
  /** How many findings it is about; one, unless it is said. */
  findingCount?: number;
  /** What it does to the program, where that is not what its repair usually does. */
  kind?: FixKind;
  /** Whether it is one of several readings of a text that Python refuses. */
  isGuess?: boolean;
}>;

/** A rewrite with the repair that proposed it, and what it does to the program. */
export type NamedRewrite = Rewrite &
  Readonly<{
    repair: string;
    kind: FixKind;
    /** The findings that it was made for, where it did not get them from the question. */
    about?: readonly Readonly<{ rule: string; line: number }>[];
  }>;
