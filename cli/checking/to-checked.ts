import type { OwnFindings } from "../../engine/own-project.ts";
import { Severity, type ReadVerdict } from "../../engine/verdict.ts";
import type { CheckedFile, FileFinding } from "../finding.ts";
import type { RuleChoice } from "../settings/chosen-rules.ts";
import { isNotebook } from "../notebooks/notebook-source.ts";
import { countsInNotebook } from "../notebooks/usual-findings.ts";
import { countsInStub } from "./stub-files.ts";

type Diagnostic = ReadVerdict["diagnostics"][number];
/** What a verdict, or the tools themselves, found. */
type Found = Readonly<{
  valid: boolean;
  diagnostics: readonly Diagnostic[];
  security: readonly ReadVerdict["security"][number][];
}>;
type Rules = Readonly<{ isChosen: RuleChoice; strict: boolean }>;

/** Every finding of a verdict, in the order of its places. */
export function findingsOf({ valid, diagnostics, security }: Found, strict: boolean): FileFinding[] {
  const severityOf = (told: string): Pick<FileFinding, "severity" | "rejects"> => {
    const severity = knownSeverity(told, valid);
    return { severity, rejects: severity === "error" || (strict && severity === "warning") };
  };
  const fromDiagnostic = ({ severity, rule, message, line, column }: Diagnostic): FileFinding => ({
    ...severityOf(severity),
    rule,
    message,
    line,
    column,
    cwe: null,
    isSecurity: false,
  });
  const fromSecurity = ({ tool, id, ...found }: ReadVerdict["security"][number]): FileFinding => ({
    ...severityOf(found.severity),
    rule: `${tool}:${id}`,
    message: found.message,
    line: found.line,
    column: null,
    cwe: found.cwe,
    isSecurity: true,
  });
  return [...diagnostics.map(fromDiagnostic), ...security.map(fromSecurity)].toSorted(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}

/** One that a later service has, and this command does not know yet, may be why the code is not valid. */
function knownSeverity(severity: string, isValid: boolean): Severity {
  return Severity.safeParse(severity).data ?? (isValid ? "info" : "error");
}

/** What a verdict means under the user's choice of rules. A tool that did not finish is never taken for a clean one. */
export function toChecked(
  { file, text }: Pick<CheckedFile, "file" | "text">,
  verdict: ReadVerdict,
  { isChosen, strict }: Rules,
): CheckedFile {
  return toJudged({ file, text }, verdict, { isChosen, strict, incomplete: verdict.meta.incomplete });
}

/** What the tools found in a file of the user's own project. */
export function toFoundIn(
  { file, text }: Pick<CheckedFile, "file" | "text">,
  { diagnostics, security, incomplete }: OwnFindings,
  rules: Rules,
): CheckedFile {
  return toJudged({ file, text }, { valid: false, diagnostics, security }, { ...rules, incomplete });
}

function toJudged(
  { file, text }: Pick<CheckedFile, "file" | "text">,
  found: Found,
  { isChosen, strict, incomplete }: Rules & Pick<CheckedFile, "incomplete">,
): CheckedFile {
  const counts = countsIn(file, text);
  const findings = findingsOf(found, strict).filter((finding) => isChosen(finding.rule) && counts(finding));
  const isRejected = findings.some(({ rejects }) => rejects);
  const status = incomplete.length > 0 ? "unfinished" : isRejected ? "rejected" : "valid";
  return { file, text, findings, incomplete, problem: undefined, status };
}

/** Whether a finding counts in a file of this kind. */
function countsIn(file: string, text: string): (finding: FileFinding) => boolean {
  if (file.endsWith(".pyi")) return countsInStub(text);
  return isNotebook(file) ? countsInNotebook(text) : () => true;
}

/** What the verdict on several files says of one of them. */
export function partOf(verdict: ReadVerdict, path: string): ReadVerdict {
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
