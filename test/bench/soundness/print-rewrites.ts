import { printTable } from "../table.ts";
import { isFalseClaim, type RewriteFigures } from "./rewrites.ts";

/** Changes of one way and kind that are printed with their programs. */
const shown = 3;

export function printRewrites(figures: RewriteFigures, isJson: boolean): void {
  if (isJson) {
    console.log(JSON.stringify(figures, null, 2));
    return;
  }
  const { programs, seconds, seed, changes } = figures;
  console.log(`\nErrors of our own rules after rewrites, ${programs} programs, seed ${seed}, ${seconds} s`);
  const counts = ["rewritten", "behavesOtherwise", "rejected", "accepted", "other errors"] as const;
  printTable({
    head: ["way", "rewritten", "behaves otherwise", "now rejected", "now accepted", "other errors"],
    rows: [...figures.ways, totalOf(figures)].map((row) => [
      row.way,
      ...counts.map((count) => String(row[count])),
    ]),
  });
  for (const own of Map.groupBy(changes, ({ way, kind }) => `${way} ${kind}`).values())
    for (const change of shortestFirst(own).slice(0, shown)) print(change);
  const count = changes.filter(isFalseClaim).length;
  console.log(
    count === 0
      ? "\nNo program that works is rejected after a rewrite."
      : `\nREJECTED after a rewrite: ${count} programs that work.`,
  );
}

function print({
  way,
  kind,
  ended,
  title,
  before,
  after,
  text,
  rewritten,
}: RewriteFigures["changes"][number]): void {
  const how = ended ? "runs to its end" : "crashes";
  console.log(
    `\n--- ${way}: ${kind} (${how}), ${title}: ${before.join("; ") || "nothing"} -> ${after.join("; ") || "nothing"}`,
  );
  console.log(`${text.trimEnd()}\n  ->\n${rewritten.trimEnd()}`);
}

function totalOf({ ways }: RewriteFigures): Omit<RewriteFigures["ways"][number], "way"> & { way: string } {
  const sum = (of: Exclude<keyof RewriteFigures["ways"][number], "way">): number =>
    ways.reduce((total, row) => total + row[of], 0);
  return {
    way: "all",
    rewritten: sum("rewritten"),
    behavesOtherwise: sum("behavesOtherwise"),
    rejected: sum("rejected"),
    accepted: sum("accepted"),
    "other errors": sum("other errors"),
  };
}

function shortestFirst(changes: RewriteFigures["changes"]): RewriteFigures["changes"] {
  return changes.toSorted((a, b) => a.text.length - b.text.length);
}
