import type { Executed } from "./execute/execute.ts";
import type { LineClaim } from "./execute/chosen-source.ts";
import { withdraw } from "./execute/refuted-claims.ts";
import { unfinishedTools } from "./incomplete.ts";
import { countOf, sumOf, type Counts } from "./findings/counts.ts";
import { listWithin, maxListed } from "./findings/list-within.ts";
import type { Ending } from "./endings.ts";
import { submittedLine } from "./text/line-map.ts";
import type { Repaired } from "./repair/rounds.ts";
import { scoreOf } from "./score.ts";
import type { StaticDiagnostic, StaticFindings } from "./findings/static-findings.ts";
import type { Copy } from "./translated-copy.ts";
import type { AppliedFix, Diagnostic, SecurityFinding, Severity, Verdict } from "./verdict.ts";

/** What was found in one file, and how it ends up. */
export type FileOutcome = Readonly<{
  path: string;
  submitted: StaticFindings;
  repaired: Repaired;
  ending: Ending;
  /** What the checkers say of it beside the others as they end up, where one of them is another. */
  fixedFindings: StaticFindings | undefined;
}>;

type Outcome = Readonly<{
  /** The main one first. */
  files: readonly [FileOutcome, ...FileOutcome[]];
  /** Whether findings tell which file they are about. */
  isNamed: boolean;
  executed: Executed;
  copy: Copy;
  /** What is said of the packages that the job asks for. */
  asked: readonly SecurityFinding[];
  /** Warnings reject too. */
  isStrict: boolean;
  /** The repair ended before it had tried everything. */
  isCutShort: boolean;
}>;

/** The tools that did not finish with what the verdict is about: the submitted text, its run, or its fix. */
export function unfinishedIn({ files, executed }: Outcome): string[] {
  return unfinishedTools([
    ...files.flatMap(({ submitted }) => submitted.diagnostics),
    ...executed.diagnostics,
    ...files.flatMap(({ fixedFindings }) => fixedFindings?.diagnostics ?? []),
  ]);
}

/** Everything is said of the texts that were submitted, in their lines. */
export function toVerdict(outcome: Outcome): Omit<Verdict, "meta"> {
  const { files, isNamed, executed, copy, asked, isCutShort } = outcome;
  const [main, ...others] = files;
  const inFiles = files.map((file) => foundIn(file, refutedIn(file, outcome)));
  const diagnostics: StaticDiagnostic[] = [
    ...inFiles.flatMap((each) => each.diagnostics),
    ...[...executed.diagnostics, ...copy.diagnostics, ...(isCutShort ? [unfinishedRepair] : [])].map(
      (each) => ({ file: main.path, ...each }),
    ),
  ];
  const security = [
    ...inFiles.flatMap((each) => each.security),
    ...asked.map((each) => ({ file: main.path, ...each })),
  ];
  const [said, dangers] = [listWithin(diagnostics, maxListed), listWithin(security, maxListed)];
  const found = sumOf(files.map(({ submitted }) => submitted.unlisted));
  const unlisted = sumOf([found, said.unlisted, dangers.unlisted]);
  const hasFix = files.some(({ fixedFindings }) => fixedFindings !== undefined);
  return {
    valid: !isRejected([...said.listed, ...dangers.listed], outcome) && unfinishedIn(outcome).length === 0,
    score: scoreOf(sumOf([countOf(diagnostics), countOf(security), found])),
    diagnostics: [...said.listed.map(withoutData), ...findingKeys(unlisted)].map((each) =>
      placed(each, isNamed),
    ),
    security: dangers.listed.map((each) => placed(each, isNamed)),
    fixes: fixesIn(outcome).map(({ text }) => text),
    fixed_code: main.ending.isFixed ? main.ending.text : null,
    fixed_files: fixedAmong(others),
    fixed_valid: hasFix ? files.every((file) => isAccepted(file, outcome)) : null,
    transpiled: copy.transpiled,
    runtime: executed.runtime,
  };
}

/** What was done to the files, in the order of `fixes`. */
export function fixesIn({ files, isNamed }: Outcome): AppliedFix[] {
  return files.flatMap(({ path, ending }) =>
    ending.fixes.map((fix) => (isNamed ? { ...fix, text: `${path}: ${fix.text}` } : fix)),
  );
}

/** How many were found beside those that are listed. */
function findingKeys({ error, warning, info }: Counts): Diagnostic[] {
  const count = error + warning + info;
  if (count === 0) return [];
  const message = `${count} more were found and are not listed.`;
  return [{ severity: "info", rule: "python:more-findings", message, line: null, column: null }];
}

const unfinishedRepair: Diagnostic = {
  severity: "info",
  rule: "python:unfinished-repair",
  message:
    "The repair was stopped before it had tried every fix: the code takes long to check, or this machine is busy. " +
    "Send fewer files, or shorter ones.",
  line: null,
  column: null,
};

function fixedAmong(files: readonly FileOutcome[]): Record<string, string> | null {
  const fixed = files.filter(({ ending }) => ending.isFixed).map(({ path, ending }) => [path, ending.text]);
  return fixed.length > 0 ? (Object.fromEntries(fixed) as Record<string, string>) : null;
}

type Placed = Readonly<{ file?: string | null | undefined }>;

/** Where one text was sent, there is no file to name. */
function placed<Finding extends Placed>(found: Finding, isNamed: boolean): Finding {
  const { file = null, ...rest } = found;
  return { ...rest, file: isNamed ? file : null } as Finding;
}

/** Only the main file is watched. */
function refutedIn(file: FileOutcome, { files, executed }: Outcome): readonly LineClaim[] {
  return file === files[0] ? executed.refuted : [];
}

function foundIn(
  { path, submitted, repaired }: FileOutcome,
  refuted: readonly LineClaim[],
): { diagnostics: StaticDiagnostic[]; security: SecurityFinding[] } {
  const behind = foundBehindSyntax(repaired);
  const inFile = <Finding extends object>(found: Finding): Finding => ({ ...found, file: path });
  return {
    diagnostics: withdraw([...submitted.diagnostics, ...behind.diagnostics], refuted).map(inFile),
    security: [...submitted.security, ...behind.security].map(inFile),
  };
}

function isAccepted(file: FileOutcome, outcome: Outcome): boolean {
  const { ending, fixedFindings } = file;
  const { diagnostics, security } = fixedFindings!;
  const inSubmittedLines = diagnostics.map((each) => ({
    ...each,
    line: submittedLine(ending.lines, each.line),
  }));
  const refuted = refutedIn(file, outcome);
  return !isRejected([...withdraw(inSubmittedLines, refuted), ...security], outcome);
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
  const isOwn = ({ file }: Placed): boolean => file === undefined;
  return {
    diagnostics: findings.diagnostics.filter(isOwn).map((each) => ({
      ...each,
      line: submittedLine(lines, each.line),
      column: null,
    })),
    security: findings.security
      .filter(isOwn)
      .map((each) => ({ ...each, line: submittedLine(lines, each.line) })),
  };
}
