import type { Position, Range } from "vscode-languageserver-protocol";
import type { FileFinding } from "../finding.ts";

/** The lines of a text, without their ends, as editors count them. */
export function linesIn(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** Where a finding is shown: the word at its column; without a column, the whole line. */
export function rangeOf(
  { line, column }: Pick<FileFinding, "line" | "column">,
  lines: readonly string[],
): Range {
  const at = Math.min(Math.max((line ?? 1) - 1, 0), lines.length - 1);
  const text = lines[at]!;
  if (column === null) return span(at, text.length - text.trimStart().length, text.trimEnd().length);
  // Findings count code points, editors UTF-16 units.
  const start = Array.from(text)
    .slice(0, column - 1)
    .join("").length;
  const word = /^(?:[\p{ID_Continue}]+|\S)/u.exec(text.slice(start))?.[0] ?? "";
  return span(at, start, start + word.length);
}

function span(line: number, start: number, end: number): Range {
  return { start: { line, character: start }, end: { line, character: Math.max(start, end) } };
}

export function isWithin({ start, end }: Range, { line, character }: Position): boolean {
  return line === start.line && character >= start.character && character <= end.character;
}
