import type { Splice } from "../text/splices.ts";
import type { Rewrite } from "../text/rewrite.ts";

/** Without those that touch what an earlier one changes. */
export function apart<Edit extends Rewrite>(proposed: readonly Edit[]): Edit[] {
  const taken: Splice[] = [];
  return proposed.filter(({ splices }) => {
    const places = splices.map((splice) => placeAmong(taken, splice));
    if (splices.length === 0 || places.includes(undefined)) return false;
    for (const splice of splices) taken.splice(placeAmong(taken, splice) ?? taken.length, 0, splice);
    return true;
  });
}

/** Where an edit belongs in the order of the text; undefined when it meets one that is there. */
function placeAmong(taken: readonly Splice[], splice: Splice): number | undefined {
  let low = 0;
  let high = taken.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (taken[middle]!.start < splice.start) low = middle + 1;
    else high = middle;
  }
  const before = taken[low - 1];
  if (before && meet(before, splice)) return undefined;
  for (let at = low; at < taken.length && taken[at]!.start <= splice.end; at += 1)
    if (meet(taken[at]!, splice)) return undefined;
  return low;
}

/** Edits of one piece meet, and so do two insertions at one place, unless each of them is whole lines. */
function meet(a: Splice, b: Splice): boolean {
  if (a.start !== b.start) return a.start < b.end && b.start < a.end;
  return !(isAddedLine(a) && isAddedLine(b));
}

function isAddedLine({ start, end, text }: Splice): boolean {
  return start === end && /[\r\n]$/.test(text);
}

/** The edits of several rewrites; a line that two of them add is added once. */
export function splicesOf(rewrites: readonly Rewrite[]): Splice[] {
  const added = new Set<string>();
  return rewrites
    .flatMap(({ splices }) => splices)
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .filter((splice) => {
      if (!isAddedLine(splice)) return true;
      const line = `${splice.start} ${splice.text}`;
      return !added.has(line) && added.add(line);
    });
}
