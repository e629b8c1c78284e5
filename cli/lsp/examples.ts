import type { CodeLens } from "vscode-languageserver-protocol";
import { docstringExamples, type DocstringExamples } from "../../engine/docstring-examples.ts";
import type { ReadVerdict } from "../../engine/verdict.ts";
import { countOf } from "../finding.ts";
import type { Snapshot } from "./documents.ts";

export const runExamplesCommand = "assay.runExamples";

/** One lens above each definition whose docstring shows examples. */
export function lensesOf({ uri, text }: Snapshot): CodeLens[] {
  return docstringExamples(text).map(({ line, count }) => {
    const start = { line: line - 1, character: 0 };
    const title = `Run ${countOf(count, "example")}`;
    return {
      range: { start, end: start },
      command: { title, command: runExamplesCommand, arguments: [uri, line] },
    };
  });
}

/** What running came to for the examples of one docstring, or of the whole document. */
export function tellRun(
  { text }: Snapshot,
  line: number | undefined,
  { runtime, diagnostics, fixed_code: fixed }: ReadVerdict,
): Readonly<{ kind: "info" | "error"; message: string }> {
  const blocks = docstringExamples(text).filter((block) => line === undefined || block.line === line);
  const count = blocks.reduce((sum, block) => sum + block.count, 0);
  const failing = diagnostics.filter(
    (found) => found.rule === "python:example-mismatch" && isIn(blocks, found.line),
  );
  if (failing.length > 0) {
    const first = failing[0]!;
    const next = fixed === null ? "" : " A fix passes every example: see the quick fixes.";
    const message = `${failing.length} of ${countOf(count, "example")} failed. Line ${first.line}: ${first.message}${next}`;
    return { kind: "error", message };
  }
  if (runtime.timed_out) return { kind: "error", message: "The program ran out of time." };
  if (!runtime.ran) {
    const first = diagnostics.find(({ severity }) => severity === "error");
    return { kind: "error", message: `The examples were not run. ${first?.message ?? ""}`.trimEnd() };
  }
  return { kind: "info", message: `${countOf(count, "example")} passed.` };
}

function isIn(blocks: readonly DocstringExamples[], line: number | null): boolean {
  return blocks.some(({ firstLine, lastLine }) => line !== null && line >= firstLine && line <= lastLine);
}
