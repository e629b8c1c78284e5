import type { Severity } from "../engine/verdict.ts";

/** A diagnostic or a security finding, told the same way. */
export type FileFinding = Readonly<{
  severity: Severity;
  /** `<tool>:<code>` */
  rule: string;
  message: string;
  /** Of a notebook, from 1; set where findings are told, and the line is then that in the cell. */
  cell?: number;
  line: number | null;
  column: number | null;
  cwe: string | null;
  isSecurity: boolean;
  /** The line at which a `noqa` comment is about it, where that is known. */
  noqaLine?: number;
  /** Names its line however it is indented and commented, wherever it stands in its file. */
  lineHash?: string;
  /** It alone makes its file rejected. */
  rejects: boolean;
}>;

/** Why a finding does not count. */
export type Suppression = Readonly<{
  /** A comment as it is written, or what else says so. */
  by: string;
  kind: "comment" | "baseline" | "diff";
  reason: string | null;
}>;

export type SuppressedFinding = FileFinding & Readonly<{ suppressed: Suppression }>;

/** What a check of one file came to. */
export type CheckedFile = Readonly<{
  /** As it is shown: relative to where the command runs, with forward slashes. */
  file: string;
  text: string;
  findings: readonly FileFinding[];
  /** What was found too and does not count. */
  suppressed?: readonly SuppressedFinding[];
  /** Tools that did not finish. */
  incomplete: readonly string[];
  /** Why the file could not be checked at all. */
  problem: string | undefined;
  status: "valid" | "rejected" | "unfinished";
}>;

export type CheckReport = Readonly<{ version: string; files: readonly CheckedFile[] }>;

/** `1 file`, `2 files` */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Why a file counts as unfinished; undefined where it does not. */
export function whyUnfinished({
  problem,
  incomplete,
}: Pick<CheckedFile, "problem" | "incomplete">): string | undefined {
  return problem ?? (incomplete.length > 0 ? `${incomplete.join(", ")} did not finish.` : undefined);
}

/** Without the findings that something speaks against; they stay beside the others. */
export function suppressIn(
  checked: CheckedFile,
  suppressionOf: (finding: FileFinding) => Suppression | undefined,
): CheckedFile {
  const findings: FileFinding[] = [];
  const suppressed: SuppressedFinding[] = [...(checked.suppressed ?? [])];
  for (const finding of checked.findings) {
    const suppression = suppressionOf(finding);
    if (suppression) suppressed.push({ ...finding, suppressed: suppression });
    else findings.push(finding);
  }
  const isStill = checked.status !== "rejected" || findings.some(({ rejects }) => rejects);
  return { ...checked, findings, suppressed, status: isStill ? checked.status : "valid" };
}
