import type { Diagnostic, SecurityFinding, Severity, Verdict } from "../../engine/verdict.ts";
import type { CheckedFile, FileFinding } from "../finding.ts";
import type { RuleChoice } from "../settings/chosen-rules.ts";
import { countsIn } from "./stub-files.ts";

type Rules = Readonly<{ isChosen: RuleChoice; strict: boolean }>;

/** Every finding of a verdict, in the order of its places. */
export function findingsOf({ diagnostics, security }: Verdict, strict: boolean): FileFinding[] {
  const rejects = (severity: Severity): boolean => severity === "error" || (strict && severity === "warning");
  const fromDiagnostic = ({ severity, rule, message, line, column }: Diagnostic): FileFinding => ({
    severity,
    rule,
    message,
    line,
    column,
    cwe: null,
    isSecurity: false,
    rejects: rejects(severity),
  });
  const fromSecurity = ({ tool, id, ...found }: SecurityFinding): FileFinding => ({
    severity: found.severity,
    rule: `${tool}:${id}`,
    message: found.message,
    line: found.line,
    column: null,
    cwe: found.cwe,
    isSecurity: true,
    rejects: rejects(found.severity),
  });
  return [...diagnostics.map(fromDiagnostic), ...security.map(fromSecurity)].toSorted(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}

/** What a verdict means under the user's choice of rules. A tool that did not finish is never taken for a clean one. */
export function toChecked(
  { file, text }: Pick<CheckedFile, "file" | "text">,
  verdict: Verdict,
  { isChosen, strict }: Rules,
): CheckedFile {
  const counts = countsIn(file, text);
  const findings = findingsOf(verdict, strict).filter((finding) => isChosen(finding.rule) && counts(finding));
  const { incomplete } = verdict.meta;
  const isRejected = findings.some(({ rejects }) => rejects);
  const status = incomplete.length > 0 ? "unfinished" : isRejected ? "rejected" : "valid";
  return { file, text, findings, incomplete, problem: undefined, status };
}

/** What the verdict on several files says of one of them. */
export function partOf(verdict: Verdict, path: string): Verdict {
  const isHere = ({ file }: Pick<Diagnostic, "file">): boolean => file === path;
  return {
    ...verdict,
    diagnostics: verdict.diagnostics.filter(isHere),
    security: verdict.security.filter(isHere),
  };
}

/** A file without code, which no tool has to look at. */
export function toEmpty({ file, text }: Pick<CheckedFile, "file" | "text">): CheckedFile {
  return { file, text, findings: [], incomplete: [], problem: undefined, status: "valid" };
}

/** A file that could not be checked at all. */
export function toUnchecked(file: string, problem: string): CheckedFile {
  return { file, text: "", findings: [], incomplete: [], problem, status: "unfinished" };
}
