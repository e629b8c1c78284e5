import { PositionEncoding, Workspace, type Diagnostic as RuffDiagnostic } from "@astral-sh/ruff-wasm-nodejs";
import { selectedRules } from "./lint-rules.ts";

/** One thing ruff found. Lines and columns start at 1; columns count code points. */
export type LintFinding = Readonly<{ code: string; message: string; line: number; column: number }>;

/** The Python that programs are judged for and run by. */
const targetVersion = "py313";

function openWorkspace(select: readonly string[]): Workspace {
  const settings = {
    "target-version": targetVersion,
    "output-prefer-rule-codes": true,
    lint: { preview: true, "explicit-preview-rules": true, select },
  };
  return new Workspace(settings, PositionEncoding.Utf32);
}

export type Linter = ReturnType<typeof createLinter>;

/** Ruff, synchronous and in this thread. After anything here throws, the whole thread must be given up. */
export function createLinter() {
  const rules = openWorkspace(selectedRules);
  const syntaxOnly = openWorkspace([]);
  return {
    version: Workspace.version(),
    check: (text: string): LintFinding[] => toFindings(rules.check(text) as RuffDiagnostic[]),
    parses: (text: string): boolean => (syntaxOnly.check(text) as RuffDiagnostic[]).length === 0,
    /** Byte ranges of the comments, in UTF-8. */
    commentRanges: (text: string): [start: number, end: number][] =>
      Array.from(rules.tokens(text).matchAll(/^ +Comment (\d+)\.\.(\d+)/gm), ([, start, end]) => [
        Number(start),
        Number(end),
      ]),
  };
}

function toFindings(found: RuffDiagnostic[]): LintFinding[] {
  return found
    .map(({ code, message, start_location: at }) => ({
      code: code ?? "unknown",
      message,
      line: at.row,
      column: at.column,
    }))
    .toSorted((a, b) => a.line - b.line || a.column - b.column);
}
