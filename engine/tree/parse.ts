import { parse as parseStrictly } from "py-ast";
import { readPositions } from "../text/positions.ts";
import { applySplices, type Splice } from "../text/splices.ts";

/** What the parser made of a text. */
export type Parsed = Readonly<{
  module: unknown;
  /** The text that it read: other characters where the parser cannot read valid Python, every offset as before. */
  read: string;
  /** Where an `async` of a comprehension was hidden from it. */
  asyncs: readonly number[];
}>;

/** Each time the whole text is read again. */
const maxRetries = 20;

/** Undefined when the parser cannot read the text, which says nothing about the text. */
export function parse(text: string): Parsed | undefined {
  let read = text.replaceAll("\f", " ");
  const asyncs: number[] = [];
  for (let left = maxRetries; left >= 0; left -= 1) {
    try {
      return { module: parseStrictly(read), read, asyncs };
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
