import { isDocstring } from "./docstring.ts";
import type { Splice } from "../text/splices.ts";
import type { Tree } from "./tree.ts";
import { blocksOf, type Statement } from "./nodes.ts";

/** The white space a statement's line starts with; undefined when it shares the line with another statement. */
export function indentOf(tree: Tree, statement: Statement): string | undefined {
  const { positions, text } = tree;
  const before = text.slice(positions.startOf(positions.lineOf(statement.start)), statement.start);
  if (!/^[\t ]*$/.test(before) || isElif(tree, statement)) return undefined;
  const behind = /^[\t ]*(?:#[^\r\n]*)?(?=[\r\n]|$)/.exec(text.slice(statement.end));
  return behind ? before : undefined;
}

export function isElif({ text }: Tree, statement: Statement): boolean {
  return statement.kind === "If" && text.startsWith("elif", statement.start);
}

/** The line break this text uses first. */
export function newlineOf(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
}

/** One level of indentation as this program writes it. */
export function indentStep(tree: Tree): string {
  for (const node of tree.nodes) {
    if (node.kind !== "FunctionDef" && node.kind !== "If" && node.kind !== "For") continue;
    const [outer, inner] = [indentOf(tree, node), indentOf(tree, node.body[0]!)];
    if (outer !== undefined && inner !== undefined && inner.length > outer.length)
      return inner.slice(outer.length);
  }
  return "    ";
}

export function lineEnd(text: string, from: number): number {
  const found = /[\r\n]/.exec(text.slice(from));
  return found ? from + found.index : text.length;
}

/** The whole lines of a statement, with the line break behind them. */
export function linesOf({ text, positions }: Tree, statement: Statement): { start: number; end: number } {
  const end = lineEnd(text, statement.end);
  const newline = /^(?:\r\n|\r|\n)/.exec(text.slice(end, end + 2))?.[0] ?? "";
  return { start: positions.startOf(positions.lineOf(statement.start)), end: end + newline.length };
}

/** The statements a statement stands among. */
export function blockOf(statement: Statement): { block: readonly Statement[]; index: number } {
  const parent = statement.parent!;
  const owner =
    parent.kind === "ExceptHandler" || parent.kind === "MatchCase" ? [parent.body] : blocksOf(parent);
  for (const block of owner) {
    const index = block.indexOf(statement);
    if (index >= 0) return { block, index };
  }
  return { block: [statement], index: 0 };
}

/** Takes a statement out; a block that would be empty gets `pass`. */
export function removal(tree: Tree, statement: Statement): Splice | undefined {
  if (indentOf(tree, statement) === undefined) return undefined;
  if (blockOf(statement).block.length === 1)
    return { start: statement.start, end: statement.end, text: "pass" };
  return { ...linesOf(tree, statement), text: "" };
}

/** Adds a line of imports behind the docstring and the imports from the future, which must stay first. */
export function addedImport(tree: Tree, line: string): Splice {
  const { start, isLastLine } = importPlace(tree);
  const newline = newlineOf(tree.text);
  return { start, end: start, text: isLastLine ? newline + line : line + newline };
}

function importPlace({ text, module, positions }: Tree): { start: number; isLastLine: boolean } {
  let start = /^\u{feff}?(?:#[^\r\n]*(?:\r\n|\r|\n))*/u.exec(text)![0].length;
  for (const statement of module.body) {
    const isFuture = statement.kind === "ImportFrom" && statement.module === "__future__";
    if (!isDocstring(statement) && !isFuture) break;
    const end = lineEnd(text, statement.end);
    if (end === text.length) return { start: end, isLastLine: true };
    start = positions.startOf(positions.lineOf(end) + 1);
  }
  return { start, isLastLine: false };
}
