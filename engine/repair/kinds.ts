import type { FixKind } from "../verdict.ts";

/** From the one that may always be made to the one that is made when it is asked for. */
const byCare: readonly FixKind[] = ["preserving", "certain", "changing"];

/** The kind of an edit that is several. */
export function combinedKind(kinds: readonly FixKind[]): FixKind {
  return byCare[Math.max(0, ...kinds.map((kind) => byCare.indexOf(kind)))]!;
}
