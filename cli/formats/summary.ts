import { countOf, type CheckReport, type Suppression } from "../finding.ts";

/** One line: how many files, and what was found in them. */
export function summarize({ files }: CheckReport): string {
  const findings = files.flatMap((file) => file.findings);
  const count = (severity: string): number => findings.filter((each) => each.severity === severity).length;
  const [rejected, unfinished] = ["rejected", "unfinished"].map(
    (status) => files.filter((file) => file.status === status).length,
  ) as [number, number];
  const told = [
    count("error") > 0 && countOf(count("error"), "error"),
    count("warning") > 0 && countOf(count("warning"), "warning"),
    count("info") > 0 && countOf(count("info"), "note"),
    rejected > 0 && `${countOf(rejected, "file")} rejected`,
    unfinished > 0 && `${countOf(unfinished, "file")} not fully checked`,
  ].filter((part) => part !== false);
  const outcome = told.length === 0 ? "all valid" : told.join(", ");
  return `${countOf(files.length, "file")} checked: ${[outcome, ...tellSuppressed({ files })].join("; ")}.`;
}

const reasons: readonly (readonly [Suppression["kind"], string])[] = [
  ["comment", "silenced by comments"],
  ["baseline", "in the baseline"],
  ["diff", "not new"],
];

/** What does not count is counted, so that nobody forgets it. */
function tellSuppressed({ files }: Pick<CheckReport, "files">): readonly string[] {
  const suppressed = files.flatMap((file) => file.suppressed ?? []);
  const told = reasons.flatMap(([kind, words]) => {
    const count = suppressed.filter((each) => each.suppressed.kind === kind).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return told.length === 0 ? [] : [told.join(", ")];
}
