import { errorRules, ignoredRules, selectedRules } from "./lint/rules.ts";
import { rejectingRules } from "./lint/security.ts";
import { sameMatter } from "./policy/merge-findings.ts";
import { repeats } from "./tasks/merge-diagnostics.ts";
import { errorCodes } from "./type-check/type-findings.ts";

/**
 * Told of a stranger's program, and noise in a project that its author looks after: on projects that are well kept,
 * fewer than one in three of these findings is worth a change. `docs/quality.md` counts them.
 */
const noise: ReadonlySet<string> = new Set([
  "B007",
  "B009",
  "B018",
  "B019",
  "B023",
  "B904",
  "F403",
  "F405",
  "PLC0414",
  "RUF012",
  "RUF015",
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
export const ownIgnored: readonly string[] = [...ignoredRules, ...noise];

/** What rejects is looked for in every project, but for what it ignores by name. */
export const alwaysRules: readonly string[] = [...errorRules, ...rejectingRules].filter(
  (rule) => rule !== "invalid-syntax" && !ignoredRules.has(rule),
);

const quiet: ReadonlySet<string> = new Set([
  // The owner knows what an installation runs.
  "policy:install-hook",
  "python:possible-type-error",
  "python:swallowed-exception",
]);
const typeCodes: ReadonlySet<string> = new Set([...errorCodes, "import-not-found", "syntax"]);

/** Whether a rule is told only where the project asks for it. A project that configures mypy asks for all it says. */
export function isQuiet(rule: string, isTyped: boolean): boolean {
  const [tool, code = ""] = rule.split(":");
  return quiet.has(rule) || (tool === "mypy" && !isTyped && !typeCodes.has(code));
}

/** The policy is not sure that there is a danger: that is worth a look in a stranger's code. */
export function isQuietWarning({ rule, severity }: Readonly<{ rule: string; severity: string }>): boolean {
  return severity !== "error" && rule.startsWith("policy:");
}

const passwordCodes: readonly string[] = ["S105", "S106", "S107"];

/** The codes that ruff has for what a rule finds; nothing where it has no word for it. */
export function codesOf(rule: string): readonly string[] {
  const [tool, id = ""] = rule.split(/:(.*)/s);
  if (tool === "ruff") return [id];
  // What only the name of a variable gives away; a provider's key is more than that.
  if (rule === "credentials:named-secret") return passwordCodes;
  if (tool !== "policy") return [];
  return Object.keys(sameMatter).filter((code) => sameMatter[code]!.includes(id));
}

/** Whether mypy's code makes code rejected. */
export function isTypeError(code: string): boolean {
  return errorCodes.has(code);
}

/** Whether a rule says of a line what mypy says by one of these codes. */
export function isSaidByMypy(rule: string, codes: readonly string[]): boolean {
  return codes.some((code) => repeats(rule, `mypy:${code}`));
}
