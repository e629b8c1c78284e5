import type { Expression } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";

/** One string literal as it is written: `r"…"` has the prefix `r`, the quote `"` and what stands between. */
export type LiteralSource = Readonly<{
  prefix: string;
  quote: string;
  body: string;
  /** Where the body starts in the text. */
  start: number;
}>;

const literal = /^([A-Za-z]{0,2})("""|'''|"|')([^]*)$/;

/** Undefined for anything but a string in one piece. */
export function literalSource(program: RepairableProgram, node: Expression): LiteralSource | undefined {
  const [whole, prefix, quote, rest] = literal.exec(program.source(node)) ?? [];
  if (whole === undefined || !rest!.endsWith(quote!) || rest!.length < quote!.length) return undefined;
  const body = rest!.slice(0, -quote!.length);
  const isFormatted = /[ft]/i.test(prefix!);
  if (!isFormatted && closes(body, quote!)) return undefined;
  return { prefix: prefix!, quote: quote!, body, start: node.start + prefix!.length + quote!.length };
}

/** Whether the string ends before its last quote, so that there are several pieces. */
function closes(body: string, quote: string): boolean {
  return body.replaceAll(/\\[^]/g, "  ").includes(quote);
}

/** The quote to write inside a literal that is delimited by another. */
export function otherQuote(quote: string): string {
  return quote.startsWith('"') ? "'" : '"';
}
