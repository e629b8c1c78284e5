import type { Statement } from "../tree/nodes.ts";
import type { Proposal, Splice } from "./candidate.ts";
import { blockOf, quote, type Context } from "./context.ts";

/** The white space a statement's line starts with; undefined when it shares the line with another statement. */
export function indentOf(context: Context, statement: Statement): string | undefined {
  const { positions, text } = context.tree;
  const before = text.slice(positions.startOf(context.lineOf(statement)), statement.start);
  if (!/^[\t ]*$/.test(before) || isElif(context, statement)) return undefined;
  const behind = /^[\t ]*(#[^\r\n]*)?(?=[\r\n]|$)/.exec(text.slice(statement.end));
  return behind ? before : undefined;
}

export function isElif(context: Context, statement: Statement): boolean {
  return statement.kind === "If" && context.source.startsWith("elif", statement.start);
}

export function newlineOf(context: Context): string {
  return /\r\n|\r|\n/.exec(context.source)?.[0] ?? "\n";
}

/** One level of indentation as this program writes it. */
export function indentStep(context: Context): string {
  for (const node of context.tree.nodes) {
    if (node.kind !== "FunctionDef" && node.kind !== "If" && node.kind !== "For") continue;
    const [outer, inner] = [indentOf(context, node), indentOf(context, node.body[0]!)];
    if (outer !== undefined && inner !== undefined && inner.length > outer.length)
      return inner.slice(outer.length);
  }
  return "    ";
}

/** Puts lines before a statement, at its indentation. A line may start with tabs that stand for one level each. */
export function insertBefore(
  context: Context,
  statement: Statement,
  lines: readonly string[],
  detail: number,
): Proposal | undefined {
  const indent = indentOf(context, statement);
  if (
    indent === undefined ||
    /^(?:FunctionDef|AsyncFunctionDef|ClassDef|Global|Nonlocal)$/.test(statement.kind)
  )
    return undefined;
  const text = write(context, lines)
    .map((line) => line + newlineOf(context) + indent)
    .join("");
  return added(context, statement, { start: statement.start, end: statement.start, text }, lines, detail);
}

export function insertAfter(
  context: Context,
  statement: Statement,
  lines: readonly string[],
  detail: number,
): Proposal | undefined {
  const indent = indentOf(context, statement);
  if (indent === undefined) return undefined;
  const end = lineEnd(context.source, statement.end);
  const text = write(context, lines)
    .map((line) => newlineOf(context) + indent + line)
    .join("");
  return added(context, statement, { start: end, end, text }, lines, detail);
}

function write(context: Context, lines: readonly string[]): string[] {
  const step = lines.some((line) => line.startsWith("\t")) ? indentStep(context) : "";
  return lines.map((line, n) => (line.startsWith("\t") && n > 0 ? step + line.slice(1) : line));
}

function added(
  context: Context,
  statement: Statement,
  splice: Splice,
  lines: readonly string[],
  detail: number,
): Proposal {
  const words = lines.map((line) => line.trim()).join(" ");
  return context.edit(statement, [splice], detail, `${quote(words)} was added`);
}

function lineEnd(source: string, from: number): number {
  const found = /[\r\n]/.exec(source.slice(from));
  return found ? from + found.index : source.length;
}

/** The whole lines of a statement, with the line break behind them. */
export function linesOf(context: Context, statement: Statement): { start: number; end: number } {
  const end = lineEnd(context.source, statement.end);
  const newline = /^(?:\r\n|\r|\n)/.exec(context.source.slice(end))?.[0] ?? "";
  return { start: context.tree.positions.startOf(context.lineOf(statement)), end: end + newline.length };
}

/** Takes a statement out; a block that would be empty gets `pass`. */
export function removal(context: Context, statement: Statement): Splice | undefined {
  if (indentOf(context, statement) === undefined) return undefined;
  if (blockOf(statement).block.length === 1)
    return { start: statement.start, end: statement.end, text: "pass" };
  return { ...linesOf(context, statement), text: "" };
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
