import { errorRulesOf, ignoredRules, syntaxRules } from "./rules.ts";
import { isSecurityRule, toSecurityFinding } from "./security.ts";
import type { Linter, LintFinding } from "./lint.ts";
import { isNotebookLine } from "../text/notebook-line.ts";
import { isBareWord, readBroken, type TextReading } from "../text/reading.ts";
import type { StaticDiagnostic } from "../findings/static-findings.ts";
import { maySilence, unsilence, type Unsilenced } from "../findings/suppressions.ts";
import type { SecurityFinding } from "../verdict.ts";

/** What ruff says of a text. */
export type LintReport = Readonly<{
  /** Python would refuse the text, or it is no program at all: nothing deeper can be said about it. */
  isBroken: boolean;
  diagnostics: readonly StaticDiagnostic[];
  /** Before our own policy has its say on them. */
  security: readonly SecurityFinding[];
  unsilenced: Unsilenced;
}>;

/** Whatever this throws leaves ruff unusable in this thread. */
export function reportLint(linter: Linter, text: string): LintReport {
  const broken = (diagnostics: readonly StaticDiagnostic[], unsilenced: Unsilenced): LintReport => ({
    isBroken: true,
    diagnostics,
    security: [],
    unsilenced,
  });
  if (isBareWord(text)) return broken([notAProgram], asWritten(text));
  const isSilenced = maySilence(text);
  const unsilenced = isSilenced ? unsilence(linter, text) : asWritten(text);
  const findings = linter.check(unsilenced.text).filter(({ code }) => !ignoredRules.has(code));
  const syntax = findings.filter(({ code }) => syntaxRules.has(code));
  if (syntax.length > 0) return broken(explainBroken(linter, text, syntax), unsilenced);

  const errorRules = errorRulesOf(text);
  const left = isSilenced ? new Set(linter.check(text).map(placeOf)) : undefined;
  const isHeard = (finding: LintFinding): boolean =>
    left === undefined || errorRules.has(finding.code) || left.has(placeOf(finding));
  return {
    isBroken: false,
    diagnostics: findings
      .filter((finding) => !isSecurityRule(finding.code) && isHeard(finding))
      .map((finding) => toDiagnostic(finding, errorRules)),
    security: findings.filter(({ code }) => isSecurityRule(code)).map(toSecurityFinding),
    unsilenced,
  };
}

/** A text of which nobody knows what its comments silence. */
export function asWritten(text: string): Unsilenced {
  return { text, typeSuppressions: [] };
}

const maxSyntaxErrors = 5;
/** Code that is only truncated is otherwise right; with more errors no ending can fix it. */
const maxSyntaxErrorsOfACut = 20;

const notAProgram: StaticDiagnostic = {
  severity: "error",
  rule: "python:not-a-program",
  message: "This is not Python source. Send source code, preferably a whole file.",
  line: 1,
  column: 1,
};

const ofNotebook =
  "This is a command of IPython, not Python. Remove the line, or export the notebook with `jupyter nbconvert --to script`.";

/** The first complaint of each line: what follows it on the line is usually its echo. */
function explainBroken(linter: Linter, text: string, syntax: readonly LintFinding[]): StaticDiagnostic[] {
  const complaints = syntax.filter(({ code }) => code === "invalid-syntax").length;
  const reading: TextReading =
    complaints === 0
      ? { kind: "program" }
      : readBroken(text, complaints > maxSyntaxErrorsOfACut ? () => false : linter.parses);
  if (reading.kind === "not a program") return [notAProgram];
  const firstOfLine = syntax.filter(({ line }, at) => syntax[at - 1]?.line !== line);
  const lines = text.split(/\r\n|\r|\n/);
  const diagnostics = firstOfLine.slice(0, maxSyntaxErrors).map((finding) => {
    const diagnostic = toDiagnostic(finding, syntaxRules);
    return isNotebookLine(lines[finding.line - 1] ?? "")
      ? { ...diagnostic, message: ofNotebook }
      : diagnostic;
  });
  if (reading.kind === "cut off") {
    const { line, column } = diagnostics.at(-1)!;
    const message = `The code seems to be truncated: with ${reading.missing} at the end it would parse.`;
    diagnostics.push({ severity: "info", rule: "python:cut-off", message, line, column });
  }
  return diagnostics;
}

/** What ruff's own command has found in a text that parses; where it does not parse, there is no report yet. */
export function reportFound(text: string, found: readonly LintFinding[]): LintReport | undefined {
  if (found.some(({ code }) => syntaxRules.has(code))) return undefined;
  const errorRules = errorRulesOf(text);
  return {
    isBroken: false,
    diagnostics: found
      .filter(({ code }) => !isSecurityRule(code))
      .map((finding) => toDiagnostic(finding, errorRules)),
    security: found.filter(({ code }) => isSecurityRule(code)).map(toSecurityFinding),
    unsilenced: asWritten(text),
  };
}

function toDiagnostic(
  { code, message, line, column, data }: LintFinding,
  errorRules: ReadonlySet<string>,
): StaticDiagnostic {
  return {
    severity: errorRules.has(code) ? "error" : "warning",
    rule: `ruff:${code}`,
    message,
    line,
    column,
    data,
  };
}

function placeOf({ code, line, column }: LintFinding): string {
  return `${code} ${line}:${column}`;
}
