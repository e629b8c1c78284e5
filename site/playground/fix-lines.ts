import { changedWithin, diffLines } from "../parts/rows/diff-lines.ts";
import type { ShownFinding } from "../parts/verdict.ts";

/** What a fix does to the lines of a file. */
export type FixLines = Readonly<{
  /** The first line that was changed, not only added or removed; lines are from 1. */
  changed: Readonly<{ before: number; after: number; column: number }> | undefined;
  /** Where a line is after the fix; undefined where it is no more. */
  lineAfter: (line: number) => number | undefined;
}>;

export function readFix(before: string, after: string): FixLines {
  const [olds, news] = [before.split("\n"), after.split("\n")];
  const lines = diffLines(olds, news);
  const kept = new Map<number, number>();
  let changed: FixLines["changed"];
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    if (line.before !== undefined && line.after !== undefined) kept.set(line.before + 1, line.after + 1);
    else if (!changed && line.before !== undefined && next?.after !== undefined && next.before === undefined)
      changed = {
        before: line.before + 1,
        after: next.after + 1,
        column: changedWithin(olds[line.before]!, news[next.after]!).from + 1,
      };
  }
  return { changed, lineAfter: (line) => kept.get(line) };
}

/** Whether a fix that leaves no error solves this finding. */
export function isSolvedBy({ lineAfter }: FixLines, { severity, line, file }: ShownFinding): boolean {
  if (severity === "error") return true;
  return file === undefined && line !== null && lineAfter(line) === undefined;
}
