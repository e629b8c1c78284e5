import type { FileFinding } from "../finding.ts";

/** Python refuses the file. */
export function isRefusal({ rule }: Pick<FileFinding, "rule">): boolean {
  return /^(?:python:(?:syntax|not-a-program|cut-off)|ruff:invalid-syntax)$/.test(rule);
}

/** Counts whatever a comment or a baseline says: Python refuses the file, or a tool did not finish with it. */
export function isFirm(finding: Pick<FileFinding, "rule">): boolean {
  return isRefusal(finding) || finding.rule.endsWith(":incomplete");
}
