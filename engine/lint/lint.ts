import { PositionEncoding, Workspace, type Diagnostic as RuffDiagnostic } from "@astral-sh/ruff-wasm-nodejs";
import { readMessage } from "./read-message.ts";
import { selectedRules } from "./rules.ts";
import type { FindingData } from "../findings/data.ts";
import { defaultPython, type PythonVersion } from "../python-version.ts";
import type { Splice } from "../text/splices.ts";
import { readPositions, unitsOfBytes } from "../text/positions.ts";

/** One thing ruff found. Lines and columns start at 1; columns count code points. */
export type LintFinding = Readonly<{
  code: string;
  message: string;
  line: number;
  column: number;
  data: FindingData | undefined;
}>;

/** How ruff would fix one of its findings. It does not say whether that is safe. */
export type LintFix = Readonly<{
  /** What its message says is for people; repairs read its data. */
  finding: Omit<LintFinding, "message">;
  words: string;
  splices: readonly Splice[];
}>;

/** A word or sign of a text, also of one that does not parse; its place is in UTF-16 units. */
export type Token = Readonly<{ kind: string; start: number; end: number }>;

function openWorkspace(python: PythonVersion, select: readonly string[]): Workspace {
  const settings = {
    "target-version": `py${python.replace(".", "")}`,
    "output-prefer-rule-codes": true,
    // What a notebook has when it is exported to a script.
    builtins: ["get_ipython"],
    lint: { preview: true, "explicit-preview-rules": true, select },
  };
  return new Workspace(settings, PositionEncoding.Utf32);
}

export type Linter = ReturnType<typeof openLinter> &
  Readonly<{
    /** The same for another version of Python; unset: for the default one. */
    of(python?: PythonVersion): Linter;
  }>;

/** Ruff, synchronous and in this thread. After anything here throws, the whole thread must be given up. */
export function createLinter(): Linter {
  const opened = new Map<PythonVersion, Linter>();
  const of = (python = defaultPython): Linter => {
    const linter = opened.get(python) ?? { ...openLinter(python), of };
    opened.set(python, linter);
    return linter;
  };
  return of();
}

function openLinter(python: PythonVersion) {
  const rules = openWorkspace(python, selectedRules);
  const syntaxOnly = openWorkspace(python, []);
  return {
    version: Workspace.version(),
    check: (text: string): LintFinding[] => toFindings(rules.check(text) as RuffDiagnostic[]),
    /** What the selected rules find and can fix. */
    fixes: (text: string): LintFix[] => toFixes(rules.check(text) as RuffDiagnostic[], text),
    parses: (text: string): boolean => (syntaxOnly.check(text) as RuffDiagnostic[]).length === 0,
    /** Where the parser stumbles, in the order of the text. */
    complaints: (text: string): LintFinding[] => toFindings(syntaxOnly.check(text) as RuffDiagnostic[]),
    /** Works on broken text too: what is no token of Python is called `Unknown`. */
    tokens: (text: string): Token[] => readTokens(rules.tokens(text), text),
    /** Byte ranges of the comments, in UTF-8. */
    commentRanges: (text: string): [start: number, end: number][] =>
      Array.from(rules.tokens(text).matchAll(/^ +Comment (\d+)\.\.(\d+)/gm), ([, start, end]) => [
        Number(start),
        Number(end),
      ]),
  };
}

function toFindings(found: RuffDiagnostic[]): LintFinding[] {
  return found.map(toFinding).toSorted((a, b) => a.line - b.line || a.column - b.column);
}

function toFinding({ code: rule, message, start_location: at }: RuffDiagnostic): LintFinding {
  const code = rule ?? "unknown";
  return { code, message, line: at.row, column: at.column, data: readMessage(code, message) };
}

function toFixes(found: RuffDiagnostic[], text: string): LintFix[] {
  const positions = readPositions(text);
  return found.flatMap((diagnostic) => {
    const { fix } = diagnostic;
    if (!fix) return [];
    const splices = fix.edits.map(({ content, location, end_location: end }) => ({
      start: positions.offsetOf(location.row, location.column),
      end: positions.offsetOf(end.row, end.column),
      text: content ?? "",
    }));
    return [{ finding: toFinding(diagnostic), words: fix.message ?? "", splices: splices.toSorted(byStart) }];
  });
}

function byStart(a: Splice, b: Splice): number {
  return a.start - b.start || a.end - b.end;
}

function readTokens(listed: string, text: string): Token[] {
  const units = unitsOfBytes(text);
  const toUnits = (byte: number): number => (units === "ascii" ? byte : (units[byte] ?? text.length));
  return Array.from(
    listed.matchAll(/^ {4}(\w+)(?: \{[^{}]*\})? (\d+)\.\.(\d+)/gm),
    ([, kind, start, end]) => ({
      kind: kind!,
      start: toUnits(Number(start)),
      end: toUnits(Number(end)),
    }),
  );
}
