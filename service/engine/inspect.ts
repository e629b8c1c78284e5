import { runChecks } from "./checks/run-checks.ts";
import { scanCredentials } from "./credentials/scan.ts";
import { errorRulesOf, ignoredRules, syntaxRules } from "./lint-rules.ts";
import { isSecurityRule, toSecurityFinding } from "./lint-security.ts";
import type { Linter, LintFinding } from "./lint.ts";
import { mergeFindings } from "./policy/merge-findings.ts";
import { judgeProgram } from "./policy/policy.ts";
import { isBareWord, readBroken, type Reading } from "./reading.ts";
import { maySilence, unsilence, type Unsilenced } from "./suppressions.ts";
import { readTree, type Tree } from "./tree.ts";
import type { Diagnostic, SecurityFinding } from "./verdict.ts";

/** Everything that is found in a text without types and without running it. */
export type Inspection = Readonly<{
  /** Python would refuse the text, or it is no program at all: nothing deeper can be said about it. */
  isBroken: boolean;
  diagnostics: readonly Diagnostic[];
  security: readonly SecurityFinding[];
  unsilenced: Unsilenced;
}>;

/** Runs in a worker thread. Whatever it throws leaves ruff unusable there. */
export function inspect(linter: Linter, text: string): Inspection {
  if (isBareWord(text)) {
    const unsilenced = { text, typeSuppressions: [] };
    return { isBroken: true, diagnostics: [notAProgram], security: [], unsilenced };
  }
  const isSilenced = maySilence(text);
  const unsilenced = isSilenced ? unsilence(linter, text) : { text, typeSuppressions: [] };
  const findings = linter.check(unsilenced.text).filter(({ code }) => !ignoredRules.has(code));
  const syntax = findings.filter(({ code }) => syntaxRules.has(code));
  if (syntax.length > 0) {
    return { isBroken: true, diagnostics: explainBroken(linter, text, syntax), security: [], unsilenced };
  }

  const tree = readTree(unsilenced.text);
  const judged = tree && judgeProgram(tree);
  const errorRules = errorRulesOf(text);
  const asWritten = isSilenced ? new Set(linter.check(text).map(placeOf)) : undefined;
  const isHeard = (finding: LintFinding): boolean =>
    asWritten === undefined || errorRules.has(finding.code) || asWritten.has(placeOf(finding));
  return {
    isBroken: false,
    diagnostics: [
      ...findings
        .filter((finding) => !isSecurityRule(finding.code) && isHeard(finding))
        .map((finding) => toDiagnostic(finding, errorRules)),
      ...(tree ? runChecksSafely(tree) : [unreadable]),
      ...(judged?.isComplete ? (judged.isThorough ? [] : [followedInPart]) : [unfollowed]),
    ],
    security: [
      ...mergeFindings(findings.filter(({ code }) => isSecurityRule(code)).map(toSecurityFinding), judged),
      ...(tree ? scanCredentials(tree).map(({ finding }) => finding) : []),
    ],
    unsilenced,
  };
}

/** A text that is too deep to be followed is no reason to lose what the tools said of it. */
function runChecksSafely(tree: Tree): Diagnostic[] {
  try {
    return runChecks(tree);
  } catch (error) {
    if (error instanceof RangeError) return [unreadable];
    throw error;
  }
}

const mostSyntaxErrors = 5;
/** Code that is only cut off is otherwise right; with more complaints no ending can mend it. */
const mostSyntaxErrorsOfACut = 20;

const notAProgram: Diagnostic = {
  severity: "error",
  rule: "python:not-a-program",
  message: "This does not read as a Python program; send source code, a whole file if you can.",
  line: 1,
  column: 1,
};

const followedInPart: Diagnostic = {
  severity: "info",
  rule: "policy:partly-followed",
  message:
    "This text has so many calls that the security policy judged some of them without what they are given; send it in parts for a closer look.",
  line: null,
  column: null,
};

const unfollowed: Diagnostic = {
  severity: "error",
  rule: "policy:incomplete",
  message:
    "The security policy could not follow this text to its end, so it is not known to be harmless; write it more plainly, or in parts, and send it again.",
  line: null,
  column: null,
};

/** Ruff accepts the text and our parser does not: nothing can be said of what it does. */
const unreadable: Diagnostic = {
  severity: "error",
  rule: "python:incomplete",
  message:
    "The checks of what the code does could not read this text, so it is not known to be right; write it more plainly and send it again.",
  line: null,
  column: null,
};

/** The first complaint of each line: what follows it on the line is usually its echo. */
function explainBroken(linter: Linter, text: string, syntax: readonly LintFinding[]): Diagnostic[] {
  const complaints = syntax.filter(({ code }) => code === "invalid-syntax").length;
  const reading: Reading =
    complaints === 0
      ? { kind: "program" }
      : readBroken(text, complaints > mostSyntaxErrorsOfACut ? () => false : linter.parses);
  if (reading.kind === "not a program") return [notAProgram];
  const firstOfLine = syntax.filter(({ line }, at) => syntax[at - 1]?.line !== line);
  const diagnostics = firstOfLine
    .slice(0, mostSyntaxErrors)
    .map((finding) => toDiagnostic(finding, syntaxRules));
  if (reading.kind === "cut off") {
    const { line, column } = diagnostics.at(-1)!;
    const message = `The code seems to be cut off: with ${reading.missing} at the end it would parse.`;
    diagnostics.push({ severity: "info", rule: "python:cut-off", message, line, column });
  }
  return diagnostics;
}

function toDiagnostic(
  { code, message, line, column }: LintFinding,
  errorRules: ReadonlySet<string>,
): Diagnostic {
  return {
    severity: errorRules.has(code) ? "error" : "warning",
    rule: `ruff:${code}`,
    message,
    line,
    column,
  };
}

function placeOf({ code, line, column }: LintFinding): string {
  return `${code} ${line}:${column}`;
}
