import type { EditProposal } from "./candidate.ts";
import type { CandidateContext } from "./context.ts";

/** A kind of edit: its price, to which each proposal adds its own, and the proposals in the order of the text. */
export type Family = Readonly<{
  name: string;
  base: number;
  propose(context: CandidateContext): Iterable<EditProposal>;
}>;
