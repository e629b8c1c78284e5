import type { Splice } from "../splices.ts";
import { readPositions } from "../tree/positions.ts";

/** For each line of a text, from 1, the line of the submitted text that it came from. */
export type LineMap = readonly number[];

export function submittedLines(text: string): LineMap {
  return Array.from({ length: linesIn(text) + 1 }, (_, line) => line);
}

/** The map after an edit: a line that was added belongs to the line it was added at. */
export function mapAfter(map: LineMap, text: string, splices: readonly Splice[]): LineMap {
  const positions = readPositions(text);
  const after = [0];
  let line = 1;
  const take = (upTo: number): void => {
    for (; line < upTo; line += 1) after.push(map[line] ?? map.at(-1)!);
  };
  for (const { start, end, text: put } of splices) {
    const first = positions.lineOf(start);
    take(first);
    const [old, added] = [positions.lineOf(end) - first, linesIn(put) - 1];
    // Of lines that are replaced by as many, each stays where it was.
    for (let n = 0; n < added; n += 1) after.push(map[first + Math.min(n, old)] ?? map.at(-1)!);
    line = first + old;
  }
  take(map.length);
  return after;
}

/** The submitted line of a line of the text as it is now. */
export function submittedLine(map: LineMap, line: number | null): number | null {
  return line === null ? null : (map[line] ?? map.at(-1) ?? line);
}

function linesIn(text: string): number {
  return text.split(/\r\n|\r|\n/).length;
}
