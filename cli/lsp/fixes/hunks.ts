import type { TextEdit } from "vscode-languageserver-protocol";
import { editScript } from "../../formats/edit-script.ts";
import type { Snapshot } from "../documents.ts";

/** Lines of a text that others take the place of. */
export type LineHunk = Readonly<{
  /** From 0. */
  start: number;
  removed: number;
  /** With their ends. */
  lines: readonly string[];
}>;

/** What it takes to get from one text to another, each piece by itself, in the order of the lines. */
export function hunksBetween(before: string, after: string): LineHunk[] {
  const hunks: { start: number; removed: number; lines: string[] }[] = [];
  let line = 0;
  let open: (typeof hunks)[number] | undefined;
  for (const { kind, line: text } of editScript(wholeLines(before), wholeLines(after))) {
    if (kind === " ") open = undefined;
    else if (!open) hunks.push((open = { start: line, removed: 0, lines: [] }));
    if (kind === "-") open!.removed += 1;
    if (kind === "+") open!.lines.push(text);
    if (kind !== "+") line += 1;
  }
  return hunks;
}

/** The text with some of the pieces, which are in the order of the lines. */
export function applyHunks(text: string, hunks: readonly LineHunk[]): string {
  const after = wholeLines(text);
  for (const { start, removed, lines } of hunks.toReversed()) after.splice(start, removed, ...lines);
  return after.join("");
}

export function toTextEdit({ text, newline }: Snapshot, { start, removed, lines }: LineHunk): TextEdit {
  const before = wholeLines(text);
  const last = before.at(-1) ?? "";
  // A last line without an end has no line behind it where the range could end.
  const isOpenEnd = removed > 0 && start + removed === before.length && !/[\r\n]$/.test(last);
  const end = isOpenEnd
    ? { line: before.length - 1, character: last.length }
    : { line: start + removed, character: 0 };
  const put = lines.join("");
  return {
    range: { start: { line: start, character: 0 }, end },
    newText: newline === "\n" ? put : put.replaceAll("\n", newline),
  };
}

/** How many lines lie between a line, from 0, and the replaced ones; what is put in stands before its line. */
export function distanceTo({ start, removed }: LineHunk, line: number): number {
  if (line < start) return start - line;
  return Math.max(0, line - (start + Math.max(removed, 1) - 1));
}

function wholeLines(text: string): string[] {
  return text.match(/[^\r\n]+(?:\r\n|\r|\n)?|\r\n|\r|\n/g) ?? [];
}
