import { countOf, type CheckReport } from "../finding.ts";

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
  return `${countOf(files.length, "file")} checked: ${told.length === 0 ? "all valid" : told.join(", ")}.`;
}
