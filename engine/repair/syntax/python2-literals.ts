import { type Splice, insertion, replacement } from "../../text/splices.ts";
import type { BrokenText, TextPiece } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const python2Literals: SyntaxRepair = { id: "python2-literals", kind: "certain", propose };

const sign = /`|\b0\d|\d[lL]\b|\bur["']/i;

/** `0777`, `10L`, `ur"text"` and values in backticks, all at once. */
function* propose({ text, pieces, lines }: BrokenText): Generator<SyntaxProposal> {
  if (!sign.test(text)) return;
  const splices: Splice[] = [];
  for (const [n, piece] of pieces.entries()) splices.push(...atPiece(piece, pieces[n + 1]));
  for (const line of lines) splices.push(...inBackticks(line.pieces));
  if (splices.length === 0) return;
  const sorted = splices.toSorted((a, b) => a.start - b.start);
  yield { splices: sorted, description: "wrote literals of Python 2 as Python 3 does", cost: 1.2 };
}

function atPiece({ kind, text, start, end }: TextPiece, next: TextPiece | undefined): Splice[] {
  if (kind === "Unknown" && /^0[0-7]+$/.test(text)) return [insertion(start + 1, "o")];
  if (next?.start !== end) return [];
  if (/^(?:Int|Unknown)$/.test(kind) && /^\d+$|^0[xob]/i.test(text) && /^[lL]$/.test(next.text))
    return [replacement(next, "")];
  if (/^ur$/i.test(text) && next.kind === "String" && !/\\u/i.test(next.text))
    return [{ start, end: start + 1, text: "" }];
  return [];
}

function inBackticks(pieces: readonly TextPiece[]): Splice[] {
  const ticks = pieces.filter(({ kind, text }) => kind === "Unknown" && text === "`");
  if (ticks.length === 0 || ticks.length % 2 === 1) return [];
  if (ticks.some(({ end }, n) => ticks[n + 1]?.start === end)) return [];
  return ticks.map(({ start, end }, n) => ({ start, end, text: n % 2 === 0 ? "repr(" : ")" }));
}
