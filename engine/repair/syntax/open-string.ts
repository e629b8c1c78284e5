import type { BrokenText, Line, TextPiece } from "./broken-text.ts";

/** A line with a string of one line that nothing closes. */
export type OpenString = Readonly<{
  broken: BrokenText;
  line: Line;
  open: TextPiece;
  quote: string;
  prefix: string;
}>;

/** Where a quote could be missing, the likeliest being the cheapest. */
export type QuotePlace = Readonly<{ at: number; cost: number }>;
