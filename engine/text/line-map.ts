import type { Splice } from "./splices.ts";
import { readPositions } from "./positions.ts";

/** For each line of a text, from 1, the line of the submitted text that it came from. */
export type LineMap = readonly number[];

export function submittedLines(text: string): LineMap {
  return Array.from({ length: linesIn(text) + 1 }, (_, line) => line);
}

/** The map after an edit: a line came from where it starts; one that was put in, from the lines it was put in place of. */
export function mapAfter(map: LineMap, text: string, splices: readonly Splice[]): LineMap {
  const { lineOf } = readPositions(text);
  // Where something is taken away, what stood behind it takes its place.
  const behind = new Map(splices.filter(({ text: put }) => put === "").map(({ start, end }) => [start, end]));
  const after = [0];
  const begin = (line: number): void => void after.push(map[line] ?? map.at(-1)!);
  const beginAt = (offset: number): void => begin(lineOf(behind.get(offset) ?? offset));
  beginAt(0);
  let at = 0;
  for (const { start, end, text: put } of [...splices, { start: text.length, end: text.length, text: "" }]) {
    for (const lineStart of lineStartsIn(text, at, start)) beginAt(lineStart);
    const [first, last] = [lineOf(start), lineOf(end)];
    for (const [n, lineStart] of lineStartsIn(put, 0, put.length).entries())
      begin(lineStart === put.length ? last : Math.min(first + n + 1, last));
    at = end;
  }
  return after;
}

/** Where lines begin behind a line break that stands in a part of a text. */
function lineStartsIn(text: string, from: number, to: number): number[] {
  const breaks = text.slice(from, to).matchAll(/\r\n|\r|\n/g);
  return Array.from(breaks, ({ index, 0: found }) => from + index + found.length);
}

/** The submitted line of a line of the text as it is now. */
export function submittedLine(map: LineMap, line: number | null): number | null {
  return line === null ? null : (map[line] ?? map.at(-1) ?? line);
}

function linesIn(text: string): number {
  return text.split(/\r\n|\r|\n/).length;
}
