import { DiagnosticSeverity, DiagnosticTag, type Diagnostic } from "vscode-languageserver-protocol";
import { whyUnfinished, type CheckedFile, type FileFinding } from "../finding.ts";
import { addressOf } from "../rule-page.ts";
import { linesIn, rangeOf } from "./ranges.ts";

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

/** What may be deleted is shown pale. */
const unnecessary: ReadonlySet<string> = new Set([
  "mypy:unreachable",
  "mypy:unused-ignore",
  "python:unreachable-code",
  "ruff:ARG001",
  "ruff:F401",
  "ruff:F811",
  "ruff:F841",
  "ruff:RUF100",
]);
const deprecated: ReadonlySet<string> = new Set(["mypy:deprecated"]);

/** What a check came to, as an editor shows it. A tool that did not finish is never shown as a clean result. */
export function toDiagnostics(checked: CheckedFile): Diagnostic[] {
  const lines = linesIn(checked.text);
  const unfinished = whyUnfinished(checked);
  return [
    ...(unfinished === undefined ? [] : [toProblem(`Not fully checked: ${unfinished}`)]),
    ...checked.findings.map((finding) => ({
      range: rangeOf(finding, lines),
      severity: severities[finding.severity],
      source: "assay",
      code: finding.rule,
      ...aboutRule(finding),
      message: wordsOf(finding),
    })),
  ];
}

function aboutRule({ rule, cwe }: FileFinding): Pick<Diagnostic, "codeDescription" | "tags"> {
  const href = addressOf(rule, cwe);
  const tags = [
    ...(unnecessary.has(rule) ? [DiagnosticTag.Unnecessary] : []),
    ...(deprecated.has(rule) ? [DiagnosticTag.Deprecated] : []),
  ];
  return { ...(href !== undefined && { codeDescription: { href } }), ...(tags.length > 0 && { tags }) };
}

/** Why a document could not be checked, on its first line. */
export function toProblem(message: string): Diagnostic {
  const start = { line: 0, character: 0 };
  return { range: { start, end: start }, severity: DiagnosticSeverity.Error, source: "assay", message };
}

export function wordsOf({ message, cwe }: Pick<FileFinding, "message" | "cwe">): string {
  return `${message}${cwe === null ? "" : ` (${cwe})`}`;
}
