import { errorRules, ignoredRules, selectedRules } from "./lint/rules.ts";
import { rejectingRules } from "./lint/security.ts";
import { errorCodes } from "./type-check/type-findings.ts";

/**
 * Told of a stranger's program, and noise in a project that its author looks after: on projects that are well kept,
 * fewer than one in three of these findings is worth a change. `docs/quality.md` counts them.
 */
const noise: ReadonlySet<string> = new Set([
  "B007",
  "B904",
  "F405",
  "PLC0414",
  "RUF012",
  "RUF059",
  "S110",
  "S112",
  "S113",
]);

/** What ruff looks for in a project that says nothing of its rules. */
export const ownRules: readonly string[] = selectedRules.flatMap((rule) =>
  // The letter alone stands for all of bandit's rules.
  rule === "S" ? [...rejectingRules] : noise.has(rule) ? [] : [rule],
);

/** What `ownRules` names by a beginning, and nobody wants to hear of. */
export const ownIgnored: readonly string[] = [...ignoredRules];

/** What rejects is looked for in every project, but for what it ignores by name. */
export const alwaysRules: readonly string[] = [...errorRules, ...rejectingRules].filter(
  (rule) => rule !== "invalid-syntax" && !ignoredRules.has(rule),
);

const quiet: ReadonlySet<string> = new Set(["python:possible-type-error", "python:swallowed-exception"]);
const typeCodes: ReadonlySet<string> = new Set([...errorCodes, "import-not-found", "name-defined", "syntax"]);

/** Whether a rule is told only where the project asks for it. A project that configures mypy asks for all it says. */
export function isQuiet(rule: string, isTyped: boolean): boolean {
  const [tool, code = ""] = rule.split(":");
  return quiet.has(rule) || (tool === "mypy" && !isTyped && !typeCodes.has(code));
}
