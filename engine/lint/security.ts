import type { LintFinding } from "./lint.ts";
import { seemsSafe } from "./read-message.ts";
import type { SecurityFinding, Severity } from "../verdict.ts";

/** Bandit's assignment of weaknesses to rule numbers, which ruff's S rules share. */
const rulesByCwe: Readonly<Record<number, readonly number[]>> = {
  20: [313, 314, 315, 316, 317, 318, 319, 405, 406, 407, 408, 409, 411, 506],
  22: [202, 310],
  78: [102, 307, 404, 601, 602, 603, 604, 605, 606, 607],
  79: [308, 704],
  80: [702],
  89: [608, 610, 611],
  94: [201, 612, 701],
  155: [609],
  284: [412],
  295: [323, 501, 507],
  319: [312, 321, 401, 402, 415, 508, 509],
  326: [505],
  327: [303, 304, 305, 324, 413, 502, 503, 504],
  330: [311],
  377: [108, 306],
  400: [113],
  502: [301, 302, 403],
  605: [104],
  703: [110, 112],
  732: [103],
};

const cweOf = new Map<string, string>(
  Object.entries(rulesByCwe).flatMap(([cwe, rules]) =>
    rules.map((rule) => [`S${rule}`, `CWE-${cwe}`] as const),
  ),
);

/** What lets a caller's data run as code, or reveals what was meant to be protected. */
export const rejectingRules: ReadonlySet<string> = new Set([
  "S102",
  "S202",
  "S301",
  "S302",
  "S307",
  "S501",
  "S506",
  "S602",
  "S604",
  "S605",
  "S612",
]);
/** Worth knowing, wrong only together with something else. */
const informing = new Set(["S110", "S112", "S311", "S603", "S606", "S607"]);
const guessing = new Set(["S608"]);

/** A rule that ruff itself words as harmless for now does not reject the code. */
function severityOf({ code, message }: LintFinding): Severity {
  if (code === "PLE2502") return "error";
  if (informing.has(code) || /^S4\d\d$/.test(code)) return "info";
  return rejectingRules.has(code) && !seemsSafe(message) ? "error" : "warning";
}

export function isSecurityRule(code: string): boolean {
  return /^S\d/.test(code) || code === "PLE2502";
}

export function toSecurityFinding(finding: LintFinding): SecurityFinding {
  return {
    tool: "ruff",
    id: finding.code,
    severity: severityOf(finding),
    confidence: guessing.has(finding.code) ? "low" : "high",
    message: finding.message,
    line: finding.line,
    cwe: cweOf.get(finding.code) ?? (finding.code === "PLE2502" ? "CWE-1007" : null),
  };
}
