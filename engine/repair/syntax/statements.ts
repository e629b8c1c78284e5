import { readBrackets } from "./brackets.ts";
import { isCode, type BrokenText, type Line } from "./broken-text.ts";

/** Words a header starts with. */
const headers = new Set("Def Class If Elif Else For While Try Except Finally With Async".split(" "));

export function isHeader({ pieces, ...line }: Line): boolean {
  const [first, second] = pieces;
  if (!first || line.isInString) return false;
  if (headers.has(first.kind)) return true;
  return /^(?:match|case)$/.test(first.text) && second !== undefined && !/^[=.,)]/.test(second.text);
}

export function startsStatement(broken: BrokenText, index: number): boolean {
  const line = broken.lines[index];
  if (!isCode(line) || line.isInString || readBrackets(broken).depths[index] !== 0) return false;
  const before = broken.lines[index - 1];
  return (
    before === undefined || !broken.text.slice(before.start, before.end).endsWith("\\") || before.isInString
  );
}

/** The index of the line on which the statement of a line starts. */
export function statementLine(broken: BrokenText, index: number): number {
  let at = Math.max(0, Math.min(index, broken.lines.length - 1));
  while (at > 0 && !startsStatement(broken, at)) at -= 1;
  return at;
}

/** The index of the next line on which a statement starts, or the number of lines. */
export function nextStatement(broken: BrokenText, index: number): number {
  let at = index + 1;
  while (at < broken.lines.length && !startsStatement(broken, at)) at += 1;
  return at;
}

/** The index of the nearest statement before a line, or -1. */
export function statementBefore(broken: BrokenText, index: number): number {
  let at = index - 1;
  while (at >= 0 && !startsStatement(broken, at)) at -= 1;
  return at;
}
