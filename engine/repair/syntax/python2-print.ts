import { type Splice, insertion, replacement } from "../../text/splices.ts";
import { readBrackets } from "./brackets.ts";
import type { BrokenText, TextPiece } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { startsStatement } from "./statements.ts";

export const python2Print: SyntaxRepair = { id: "python2-print", kind: "certain", propose };

const sign = /\bprint\b[ \t]*(?!\()/;

/** Print statements, all at once. */
function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  if (!sign.test(broken.text)) return;
  const { pieces, text } = broken;
  const splices: Splice[] = [];
  const bare: Splice[] = [];
  for (const [n, piece] of pieces.entries()) {
    if (piece.text !== "print" || !isFirst(broken, n)) continue;
    const end = endOfStatement(broken, n);
    const values = pieces.slice(n + 1, end);
    if (values.length === 0) bare.push(insertion(piece.end, "()"));
    else splices.push(...toCall(text, piece, values));
  }
  if (splices.length === 0) return;
  const count = splices.filter(({ text: put }) => put === "(").length;
  const description =
    count === 1 ? "wrote the print statement as a call" : `wrote ${count} print statements as calls`;
  yield { splices: [...splices, ...bare].toSorted((a, b) => a.start - b.start), description, cost: 1 };
}

/** Whether a piece starts a statement: first on its line, or behind `;` or the `:` of a header. */
function isFirst(broken: BrokenText, n: number): boolean {
  const { pieces, positions } = broken;
  const index = positions.lineOf(pieces[n]!.start) - 1;
  const line = broken.lines[index]!;
  if (line.pieces[0] === pieces[n]) return startsStatement(broken, index);
  return /^[;:]$/.test(pieces[n - 1]!.text) && readBrackets(broken).depths[index] === 0;
}

/** The index of the first piece that does not belong to the statement. */
function endOfStatement({ pieces, positions }: BrokenText, from: number): number {
  let depth = 0;
  for (let n = from + 1; n < pieces.length; n += 1) {
    const [before, piece] = [pieces[n - 1]!, pieces[n]!];
    if (depth === 0 && positions.lineOf(before.end) !== positions.lineOf(piece.start)) return n;
    if (depth === 0 && (piece.kind === "Semi" || /^[)\]}]$/.test(piece.text))) return n;
    if (/^[([{]$/.test(piece.text)) depth += 1;
    else if (/^[)\]}]$/.test(piece.text)) depth -= 1;
  }
  return pieces.length;
}

const valueKinds =
  /^(?:String|Identifier|Int|Float|Complex|None|True|False|Not|Lambda|Lsqb|Lbrace|Minus|Unknown|Await)$/;

function toCall(text: string, print: TextPiece, values: readonly TextPiece[]): Splice[] {
  const [first] = values;
  const last = values.at(-1)!;
  if (first!.kind === "RightShift") return toFile(text, print, values);
  if (!valueKinds.test(first!.kind) || (first!.start === print.end && first!.kind !== "String")) return [];
  if (first!.kind === "Minus" && values[1]?.start !== first!.end) return [];
  const opening = { start: print.end, end: first!.start, text: "(" };
  const next = text[last.end];
  if (next === ")") return [opening];
  if (last.kind === "Comma" && values.length > 1) return [opening, replacement(last, ', end=" ")')];
  return [opening, insertion(last.end, ")")];
}

/** `print >>file, value` */
function toFile(text: string, print: TextPiece, values: readonly TextPiece[]): Splice[] {
  const comma = values.findIndex(({ kind }) => kind === "Comma");
  const end = comma < 0 ? values.length : comma;
  if (end < 2) return [];
  const file = text.slice(values[1]!.start, values[end - 1]!.end);
  const last = values.at(-1)!;
  if (comma < 0 || comma === values.length - 1)
    return [{ start: print.end, end: last.end, text: `(file=${file})` }];
  return [
    { start: print.end, end: values[comma + 1]!.start, text: "(" },
    insertion(last.end, `, file=${file})`),
  ];
}
