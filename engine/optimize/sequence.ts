import { applySplices, type Splice } from "../text/splices.ts";
import type { OptimizeStep } from "./edit.ts";
import { createRunningSums } from "./running-sums.ts";

/**
 * Edits of one text as steps that are taken one after another: each step's offsets are those of the text that the steps
 * before it made. Undefined when two edits get in each other's way.
 */
export function inSequence(
  source: string,
  edits: readonly OptimizeStep[],
): { steps: OptimizeStep[]; text: string } | undefined {
  const splices = withoutNested(edits);
  if (splices === undefined) return undefined;
  const moved: Splice[][] = edits.map(() => []);
  const growth = createRunningSums(edits.length);
  for (const { start, end, text, turn } of splices) {
    const shift = growth.before(turn);
    moved[turn]!.push({ start: start + shift, end: end + shift, text });
    growth.add(turn, text.length - (end - start));
  }
  return {
    steps: edits.map(({ words }, turn) => ({ splices: moved[turn]!, words })),
    text: applySplices(source, splices),
  };
}

type Turned = Splice & Readonly<{ turn: number }>;

/** A line that is moved by one edit and taken out by another is only taken out. */
function withoutNested(edits: readonly OptimizeStep[]): Turned[] | undefined {
  const sorted = edits
    .flatMap((edit, turn) => edit.splices.map((splice) => ({ ...splice, turn })))
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  const kept: Turned[] = [];
  let covered = 0;
  for (const splice of sorted) {
    if (splice.start >= covered) {
      kept.push(splice);
      covered = splice.end;
    } else if (splice.end > covered || splice.text !== "") return undefined;
  }
  return kept;
}
