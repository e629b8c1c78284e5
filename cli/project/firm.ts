import type { FileFinding } from "../finding.ts";

const firm = /^(?:python:(?:syntax|not-a-program|cut-off)|ruff:invalid-syntax)$|:incomplete$/;

/** Counts whatever a comment or a baseline says: Python refuses the file, or a tool did not finish with it. */
export function isFirm({ rule }: Pick<FileFinding, "rule">): boolean {
  return firm.test(rule);
}
