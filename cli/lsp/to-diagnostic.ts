import { DiagnosticSeverity, type Diagnostic } from "vscode-languageserver-protocol";
import { whyUnfinished, type CheckedFile, type FileFinding } from "../finding.ts";
import { linesIn, rangeOf } from "./ranges.ts";

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

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
      message: wordsOf(finding),
    })),
  ];
}

/** Why a document could not be checked, on its first line. */
export function toProblem(message: string): Diagnostic {
  const start = { line: 0, character: 0 };
  return { range: { start, end: start }, severity: DiagnosticSeverity.Error, source: "assay", message };
}

export function wordsOf({ message, cwe }: Pick<FileFinding, "message" | "cwe">): string {
  return `${message}${cwe === null ? "" : ` (${cwe})`}`;
}
