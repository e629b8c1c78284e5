import type { Rewrite } from "../../text/rewrite.ts";
import type { BrokenText } from "./broken-text.ts";

/** An edit of broken text. The dearer it is, the less sure it is to be what was meant; it costs 2 unless it is said. */
export type SyntaxProposal = Rewrite & Readonly<{ cost?: number }>;

/** Fixes one kind of broken syntax. Its page, `<id>.md` beside it, says what and when; the page's examples are its tests. */
export type SyntaxRepair = Readonly<{
  id: string;
  /** Python refuses the text without it. */
  kind: "certain";
  /** Whether the text could be meant in more than one way, or something of it is lost; a proposal may say it by itself. */
  isGuess?: true;
  propose(broken: BrokenText): Iterable<SyntaxProposal>;
}>;
