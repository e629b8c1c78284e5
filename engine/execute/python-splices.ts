import type { Candidate } from "../candidates/candidate.ts";
import type { Splice } from "../text/splices.ts";
import type { PythonSplice } from "./protocol.ts";

/** Translates offsets from UTF-16 units, as JavaScript counts, to code points, as Python does. */
export function toPythonSplices(source: string): (candidate: Pick<Candidate, "splices">) => PythonSplice[] {
  const position = codePointsBefore(source);
  return ({ splices }) =>
    splices.map(({ start, end, text }: Splice) => [position(start), position(end), text]);
}

function codePointsBefore(source: string): (offset: number) => number {
  const pairs = Array.from(source.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g), ({ index }) => index);
  if (pairs.length === 0) return (offset) => offset;
  return (offset) => offset - countBelow(pairs, offset);
}

/** How many of the ascending numbers are smaller. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
