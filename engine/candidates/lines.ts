import type { Splice } from "../text/splices.ts";
import { indentOf, indentStep, lineEnd, newlineOf } from "../tree/layout.ts";
import type { Statement } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import { quote, type CandidateContext } from "./context.ts";

/** Puts lines before a statement, at its indentation. A line may start with tabs that stand for one level each. */
export function insertBefore(
  context: CandidateContext,
  statement: Statement,
  lines: readonly string[],
  detail: number,
): EditProposal | undefined {
  const indent = indentOf(context.tree, statement);
  if (
    indent === undefined ||
    /^(?:FunctionDef|AsyncFunctionDef|ClassDef|Global|Nonlocal)$/.test(statement.kind)
  )
    return undefined;
  const text = write(context, lines)
    .map((line) => line + newlineOf(context.source) + indent)
    .join("");
  return added(context, statement, { start: statement.start, end: statement.start, text }, lines, detail);
}

export function insertAfter(
  context: CandidateContext,
  statement: Statement,
  lines: readonly string[],
  detail: number,
): EditProposal | undefined {
  const indent = indentOf(context.tree, statement);
  if (indent === undefined) return undefined;
  const end = lineEnd(context.source, statement.end);
  const text = write(context, lines)
    .map((line) => newlineOf(context.source) + indent + line)
    .join("");
  return added(context, statement, { start: end, end, text }, lines, detail);
}

function write(context: CandidateContext, lines: readonly string[]): string[] {
  const step = lines.some((line) => line.startsWith("\t")) ? indentStep(context.tree) : "";
  return lines.map((line, n) => (line.startsWith("\t") && n > 0 ? step + line.slice(1) : line));
}

function added(
  context: CandidateContext,
  statement: Statement,
  splice: Splice,
  lines: readonly string[],
  detail: number,
): EditProposal {
  const description = lines.map((line) => line.trim()).join(" ");
  return context.edit(statement, [splice], detail, `${quote(description)} was added`);
}

const simple = new Set([
  "Assign",
  "AugAssign",
  "AnnAssign",
  "Expr",
  "Return",
  "Break",
  "Continue",
  "Raise",
  "Delete",
]);

/** A statement without a block of its own that does something. */
export function isSimple(statement: Statement): boolean {
  return simple.has(statement.kind) && !(statement.kind === "Expr" && statement.value.kind === "Constant");
}

/** The first statement of a function behind its docstring. */
export function firstStatement(body: readonly Statement[]): Statement | undefined {
  return body.find((statement) => !(statement.kind === "Expr" && statement.value.kind === "Constant"));
}
