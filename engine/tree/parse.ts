import { parse as parseStrictly } from "py-ast";
import { readPositions } from "../text/positions.ts";
import { applySplices, type Splice } from "../text/splices.ts";
import { isOddlyIndented, toReadable } from "./readable.ts";

/** What the parser made of a text. */
export type Parsed = Readonly<{
  module: unknown;
  /** The offset of a 1-based line and a 0-based column in UTF-8 bytes, as the parser counts them. */
  offset: (line: number, column: number) => number;
  /** The names that were replaced for it, by what it read instead. */
  names: ReadonlyMap<string, string>;
  /** Where text of an f-string was replaced for it. */
  hidden: readonly number[];
  /** Where an `async` of a comprehension was hidden from it. */
  asyncs: readonly number[];
}>;

/** Each time the whole text is read again. */
const maxRetries = 20;

/** Undefined when the parser cannot read the text, which says nothing about the text. */
export function parse(text: string): Parsed | undefined {
  const isOdd = isOddlyIndented(text);
  const asItIs = isOdd ? undefined : parseAs(text);
  if (asItIs) return { ...asItIs, names: new Map(), hidden: [] };
  const { splices, names, hidden } = toReadable(text);
  const rewritten = isOdd || splices.length > 0 ? parseAs(applySplices(text, splices)) : undefined;
  if (!rewritten) return undefined;
  const back = originals(splices);
  const { module, offset, asyncs } = rewritten;
  const places = (line: number, column: number): number => back(offset(line, column));
  return { module, offset: places, asyncs: asyncs.map(back), names, hidden };
}

/** The offset in a text of one in the text with the pieces replaced; what is inside or behind a replacement is at its end. */
function originals(splices: readonly Splice[]): (offset: number) => number {
  const pieces: { from: number; to: number; start: number; end: number }[] = [];
  let shift = 0;
  for (const { start, end, text } of splices) {
    pieces.push({ from: start + shift, to: start + shift + text.length, start, end });
    shift += text.length - (end - start);
  }
  return (offset) => {
    let low = -1;
    let high = pieces.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const { from, to } = pieces[middle]!;
      if (from < offset || (from === offset && to === offset)) low = middle;
      else high = middle;
    }
    const before = pieces[low];
    if (!before) return offset;
    return offset >= before.to ? offset - before.to + before.end : before.end;
  };
}

function parseAs(text: string): Omit<Parsed, "names" | "hidden"> | undefined {
  let read = text;
  const asyncs: number[] = [];
  for (let left = maxRetries; left >= 0; left -= 1) {
    try {
      return { module: parseStrictly(read), offset: readPositions(read).offset, asyncs };
    } catch (error) {
      const splices = error instanceof Error ? around(read, error) : [];
      if (splices.length === 0) return undefined;
      for (const { start, text: blank } of splices) if (blank === hiddenAsync) asyncs.push(start);
      read = applySplices(read, splices);
    }
  }
  return undefined;
}

const hiddenAsync = " ".repeat("async".length);

type PlacedError = Error &
  Readonly<Partial<Record<"lineno" | "col_offset" | "end_lineno" | "end_col_offset", number>>>;

/** What to hide so that the parser gets over its error, in characters of the same number; nothing where that is not known. */
function around(read: string, error: PlacedError): Splice[] {
  const { lineno, col_offset, end_lineno, end_col_offset } = error;
  if (/unterminated f-string/i.test(error.message)) return quotedBraces(read);
  if (lineno === undefined || col_offset === undefined) return [];
  const positions = readPositions(read);
  const start = positions.offset(lineno, col_offset);
  if (/^async\s+for\b/.test(read.slice(start, start + 100)))
    return [{ start, end: start + hiddenAsync.length, text: hiddenAsync }];
  if (!error.message.startsWith("f-string") || end_lineno === undefined) return [];
  return brokenLines(read, start, positions.offset(end_lineno, end_col_offset!));
}

/** A brace in quotes within an f-string, as in `f"{'{'}"`: to the parser it opens another field. */
function quotedBraces(read: string): Splice[] {
  return Array.from(read.matchAll(/\{(["'])\{\1\}/g), ({ index }) => ({
    start: index + 2,
    end: index + 3,
    text: "_",
  }));
}

/** The ends of lines in the fields of an f-string, which the parser takes for the ends of statements. */
function brokenLines(read: string, start: number, end: number): Splice[] {
  const splices: Splice[] = [];
  let depth = 0;
  for (const { 0: sign, index } of read.slice(start, end).matchAll(/\{\{|\}\}|[{}\r\n]/g)) {
    const at = start + index;
    if (sign === "{") depth += 1;
    else if (sign === "}") depth -= 1;
    else if (sign === "{{" || sign === "}}") depth += depth > 0 ? (sign === "{{" ? 2 : -2) : 0;
    else if (depth > 0) splices.push({ start: at, end: at + 1, text: " " });
  }
  return splices;
}
