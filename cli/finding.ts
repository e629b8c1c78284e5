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
  /** It alone makes its file rejected. */
  rejects: boolean;
}>;

/** What a check of one file came to. */
export type CheckedFile = Readonly<{
  /** As it is shown: relative to where the command runs, with forward slashes. */
  file: string;
  text: string;
  findings: readonly FileFinding[];
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
