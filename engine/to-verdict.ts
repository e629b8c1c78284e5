import type { Executed } from "./execute/execute.ts";
import { refuteTypes } from "./execute/refute-types.ts";
import { unfinishedTools } from "./incomplete.ts";
import { listWithin } from "./findings/list-within.ts";
import { submittedLine, submittedLines, type LineMap } from "./text/line-map.ts";
import type { Repaired } from "./repair/rounds.ts";
import { scoreOf } from "./score.ts";
import type { StaticDiagnostic, StaticFindings } from "./findings/static-findings.ts";
import { withoutMark } from "./static-check.ts";
import type { Copy } from "./translated-copy.ts";
import type { Diagnostic, SecurityFinding, Severity, Verdict } from "./verdict.ts";

/** The code as it ends up. */
export type Ending = Readonly<{
  text: string;
  /** The submitted lines of its own. */
  lines: LineMap;
  /** What the checkers say of it, where that is known already. */
  findings: StaticFindings | undefined;
  /** It is another text than the submitted one, and every example holds for it. */
  isFixed: boolean;
  fixes: readonly string[];
}>;

type Outcome = Readonly<{
  submitted: StaticFindings;
  repaired: Repaired;
  executed: Executed;
  ending: Ending;
  /** What the checkers say of the code as it ends up, where it is another. */
  fixedFindings: StaticFindings | undefined;
  copy: Copy;
  /** Warnings reject too. */
  isStrict: boolean;
}>;

/** A repaired text is a fix only when every example holds for it; a byte order mark stays where it was. */
export function endingOf(code: string, repaired: Repaired, executed: Executed): Ending {
  const submitted = withoutMark(code);
  const mark = code.slice(0, code.length - submitted.length);
  const { isRepaired, isProven, edited, ai } = executed;
  const lines = isRepaired ? repaired.lines : submittedLines(submitted);
  // A model rewrites the whole: its earlier fixes are gone.
  const repairs = isRepaired && ai?.outcome !== "accepted" ? repaired.fixes : [];
  if (edited !== undefined) {
    const fixes = [...repairs, ...executed.fixes];
    return { text: mark + edited, lines, findings: undefined, isFixed: true, fixes };
  }
  const isFixed = isProven && isRepaired && repaired.text !== submitted;
  return isFixed
    ? { text: mark + repaired.text, lines, findings: repaired.findings, isFixed, fixes: repairs }
    : { text: code, lines: submittedLines(submitted), findings: undefined, isFixed, fixes: [] };
}

const maxSecurityFindings = 1000;

/** The tools that did not finish with what the verdict is about: the submitted text, its run, or its fix. */
export function unfinishedIn({ submitted, executed, fixedFindings }: Outcome): string[] {
  return unfinishedTools([
    ...submitted.diagnostics,
    ...executed.diagnostics,
    ...(fixedFindings?.diagnostics ?? []),
  ]);
}

/** Everything is said of the text that was submitted, in its lines. */
export function toVerdict(outcome: Outcome): Omit<Verdict, "meta"> {
  const { submitted, repaired, executed, ending, fixedFindings, copy } = outcome;
  const behind = foundBehindSyntax(repaired);
  const diagnostics = [
    ...refuteTypes([...submitted.diagnostics, ...behind.diagnostics], executed.linesRun),
    ...executed.diagnostics,
    ...copy.diagnostics,
  ];
  const security = [...submitted.security, ...behind.security];
  return {
    valid: !isRejected([...diagnostics, ...security], outcome) && unfinishedIn(outcome).length === 0,
    score: scoreOf(diagnostics, security),
    diagnostics: listWithin(diagnostics.map(withoutData)),
    security: security.slice(0, maxSecurityFindings),
    fixes: [...ending.fixes],
    fixed_code: ending.isFixed ? ending.text : null,
    fixed_valid: fixedFindings ? isAccepted(fixedFindings, outcome) : null,
    transpiled: copy.transpiled,
    runtime: executed.runtime,
  };
}

function isAccepted({ diagnostics, security }: StaticFindings, outcome: Outcome): boolean {
  const { ending, executed } = outcome;
  const inSubmittedLines = diagnostics.map((each) => ({
    ...each,
    line: submittedLine(ending.lines, each.line),
  }));
  return !isRejected([...refuteTypes(inSubmittedLines, executed.linesRun), ...security], outcome);
}

/** What a finding is about serves the repairs; a verdict says it in words. */
function withoutData(found: StaticDiagnostic): Diagnostic {
  const { data: _, ...diagnostic } = found;
  return diagnostic;
}

function isRejected(found: readonly Readonly<{ severity: Severity }>[], { isStrict }: Outcome): boolean {
  return found.some(({ severity }) => severity === "error" || (isStrict && severity === "warning"));
}

/** What was found once the syntax was fixed. Columns are left out: the fixed line may differ. */
function foundBehindSyntax({ onceParsed }: Repaired): {
  diagnostics: StaticDiagnostic[];
  security: SecurityFinding[];
} {
  if (!onceParsed) return { diagnostics: [], security: [] };
  const { findings, lines } = onceParsed;
  return {
    diagnostics: findings.diagnostics.map((each) => ({
      ...each,
      line: submittedLine(lines, each.line),
      column: null,
    })),
    security: findings.security.map((each) => ({ ...each, line: submittedLine(lines, each.line) })),
  };
}
