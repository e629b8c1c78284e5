import { applySplices, type Splice } from "../text/splices.ts";
import type { Rewrite } from "../text/rewrite.ts";
import type { OptimizeStep } from "./edit.ts";

/** Edits of one text side by side, and the text with them. Undefined when two get in each other's way. */
export function together(
  source: string,
  edits: readonly OptimizeStep[],
): { edits: Rewrite[]; text: string } | undefined {
  const splices = withoutNested(edits);
  if (splices === undefined) return undefined;
  const byTurn = Map.groupBy(splices, ({ turn }) => turn);
  return {
    edits: edits.map(({ words, splices: [first] }, turn) => ({
      description: words,
      at: first!.start,
      splices: (byTurn.get(turn) ?? []).map(({ start, end, text }) => ({ start, end, text })),
    })),
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
