import type { Splice } from "./splices.ts";
import { lineStartsIn } from "./line-starts.ts";
import { readPositions } from "./positions.ts";

/** For each line of a text, from 1, the line of the submitted text that it came from. */
export type LineMap = typeof submittedLines | readonly number[];

/** The map of the submitted text itself. */
export const submittedLines = "submitted";

/** The map after an edit: a line came from where it starts; one that was put in, from the lines it was put in place of. */
export function mapAfter(
  map: LineMap,
  text: string,
  splices: readonly Splice[],
  { lineOf, startOf } = readPositions(text),
): LineMap {
  // Where something is taken away, what stood behind it takes its place.
  const behind = new Map(splices.filter(({ text: put }) => put === "").map(({ start, end }) => [start, end]));
  const after = [0];
  const begin = (line: number): void => void after.push(submittedLine(map, line)!);
  const beginAt = (offset: number): void => begin(lineOf(behind.get(offset) ?? offset));
  beginAt(0);
  let at = 0;
  for (const { start, end, text: put } of [...splices, { start: text.length, end: text.length, text: "" }]) {
    let line = lineOf(at);
    for (const lineStart of lineStartsIn(text, at, start)) {
      line += 1;
      if (startOf(line) === lineStart && !behind.has(lineStart)) begin(line);
      else beginAt(lineStart);
    }
    const [first, last] = [lineOf(start), lineOf(end)];
    for (const [n, lineStart] of lineStartsIn(put, 0, put.length).entries())
      begin(lineStart === put.length ? last : Math.min(first + n + 1, last));
    at = end;
  }
  return after;
}

/** The submitted line of a line of the text as it is now. */
export function submittedLine(map: LineMap, line: number | null): number | null {
  return line === null || map === submittedLines ? line : (map[line] ?? map.at(-1) ?? line);
}
