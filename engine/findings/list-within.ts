import type { Diagnostic } from "../verdict.ts";

/** More than anyone reads; a text of one mistake repeated could otherwise be answered with megabytes. */
const most = 1000;

/** The errors first to stay when there are too many, in the order of the text, and how many were left out. */
export function listWithin(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  if (diagnostics.length <= most) return [...diagnostics];
  const errors = diagnostics.filter(({ severity }) => severity === "error").slice(0, most);
  const others = diagnostics.filter(({ severity }) => severity !== "error").slice(0, most - errors.length);
  const kept = new Set([...errors, ...others]);
  const message = `${diagnostics.length - kept.size} more were found and are not listed.`;
  return [
    ...diagnostics.filter((diagnostic) => kept.has(diagnostic)),
    { severity: "info", rule: "python:more-findings", message, line: null, column: null },
  ];
}
