import type { DataOf } from "../../findings/data.ts";
import type { LintFinding, Token } from "../../lint/lint.ts";
import { readPositions, type Positions } from "../../text/positions.ts";

/** A word, a sign or a whole string; its `kind` is ruff's, and every kind of string is a `String`. */
export type TextPiece = Readonly<{
  kind: string;
  start: number;
  end: number;
  text: string;
  /** A string that nothing closes. */
  isOpen: boolean;
}>;

export type Line = Readonly<{
  start: number;
  /** Without the line break. */
  end: number;
  /** The white space it starts with. */
  indent: string;
  /** What starts on it, without comments. */
  pieces: readonly TextPiece[];
  /** It starts in a string of an earlier line. */
  isInString: boolean;
}>;

/** A text that does not parse, as the repairs of syntax see it. */
export type BrokenText = Readonly<{
  text: string;
  positions: Positions;
  /** What the parser stumbles over, in the order of the text. */
  problems: readonly DataOf<"syntax problem">[];
  /** The offset of the first complaint, and the index of its line. */
  at: number;
  atLine: number;
  pieces: readonly TextPiece[];
  lines: readonly Line[];
}>;

export function readBrokenText(
  text: string,
  complaints: readonly LintFinding[],
  tokens: readonly Token[],
): BrokenText {
  const positions = readPositions(text);
  const pieces = toPieces(text, tokens);
  const { line, column } = complaints[0]!;
  const at = positions.offsetOf(line, column);
  const problems = complaints.flatMap(({ data }) => (data?.kind === "syntax problem" ? [data] : []));
  return { text, positions, problems, at, atLine: line - 1, pieces, lines: toLines(text, pieces) };
}

const layout = new Set(["Newline", "NonLogicalNewline", "Indent", "Dedent", "Comment", "EndOfFile"]);

function toPieces(text: string, tokens: readonly Token[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  for (let n = 0; n < tokens.length; n += 1) {
    const token = tokens[n]!;
    if (token.kind === "FStringStart" || token.kind === "TStringStart") {
      const last = endOfFormatted(text, tokens, n);
      const [start, end] = [token.start, tokens[last]!.end];
      const isOpen = !/^[FT]StringEnd$/.test(tokens[last]!.kind);
      pieces.push({ kind: "String", start, end, text: text.slice(start, end), isOpen });
      n = last;
    } else if (!layout.has(token.kind) && token.end > token.start) {
      const source = text.slice(token.start, token.end);
      if (token.kind === "Unknown" && source.trim() === "" && /^[ \t]+$/.test(source)) continue;
      const isOpen = token.kind === "String" && !isClosed(source);
      pieces.push({ kind: token.kind, start: token.start, end: token.end, text: source, isOpen });
    }
  }
  return pieces;
}

/** The index of the last token of a formatted string; of an open one, that of the last on its line. */
function endOfFormatted(text: string, tokens: readonly Token[], from: number): number {
  const isTriple = /("""|''')$/.test(text.slice(tokens[from]!.start, tokens[from]!.end));
  let depth = 0;
  for (let n = from; n < tokens.length; n += 1) {
    const { kind } = tokens[n]!;
    if (kind.endsWith("StringStart")) depth += 1;
    else if (kind.endsWith("StringEnd") && (depth -= 1) === 0) return n;
    else if (kind === "Newline" || (kind === "NonLogicalNewline" && !isTriple)) return Math.max(from, n - 1);
  }
  return tokens.length - 1;
}

function isClosed(literal: string): boolean {
  const [, quote] = /^[a-zA-Z]*("""|'''|"|')/.exec(literal) ?? [];
  if (quote === undefined) return true;
  const body = literal.slice(literal.indexOf(quote) + quote.length);
  if (!body.endsWith(quote)) return false;
  const slashes = /(?<!\\)\\*$/.exec(body.slice(0, -quote.length))![0].length;
  return slashes % 2 === 0;
}

const lineBreak = /\r\n|\r|\n/g;

function toLines(text: string, pieces: readonly TextPiece[]): Line[] {
  const lines: Line[] = [];
  let next = 0;
  let stringEnd = 0;
  let start = 0;
  for (;;) {
    lineBreak.lastIndex = start;
    const newline = lineBreak.exec(text);
    const end = newline?.index ?? text.length;
    const first = next;
    while (next < pieces.length && pieces[next]!.start <= end) next += 1;
    const own = pieces.slice(first, next);
    const isInString = start < stringEnd;
    const indent = isInString ? "" : /^[ \t\f]*/.exec(text.slice(start, end))![0];
    lines.push({ start, end, indent, pieces: own, isInString });
    for (const { kind, end: behind } of own) if (kind === "String" && behind > end) stringEnd = behind;
    if (!newline) return lines;
    start = newline.index + newline[0].length;
  }
}

/** Whether a line says something. */
export function isCode(line: Line | undefined): line is Line {
  return line !== undefined && line.pieces.length > 0;
}

/** The index of the nearest line with code before a line, or -1. */
export function codeBefore({ lines }: BrokenText, index: number): number {
  let at = Math.min(index, lines.length) - 1;
  while (at >= 0 && !isCode(lines[at])) at -= 1;
  return at;
}

/** Behind the last piece of a line. */
export function codeEnd({ pieces, start }: Line): number {
  return pieces.at(-1)?.end ?? start;
}

/** The width of an indentation, a tab being up to eight wide as in Python. */
export function widthOf(indent: string): number {
  let width = 0;
  for (const sign of indent) width = sign === "\t" ? (width | 7) + 1 : sign === " " ? width + 1 : 0;
  return width;
}
