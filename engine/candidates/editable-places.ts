import type { Tree } from "../tree/tree.ts";
import { blocksOf, type Expression, type FunctionDef, type Node, type Statement } from "../tree/nodes.ts";
import { functionAround } from "../tree/around.ts";
import { isLoneText } from "../tree/docstring.ts";

/** What may be edited. Everything else of the program is as the caller wants it. */
export type EditablePlaces = Readonly<{
  expressions: readonly Expression[];
  statements: readonly Statement[];
  functions: readonly FunctionDef[];
}>;

const statementKinds = new Set(
  "FunctionDef AsyncFunctionDef ClassDef Assign AugAssign AnnAssign If While For AsyncFor Return Expr With AsyncWith Match Try TryStar Raise Assert Delete Import ImportFrom Global Nonlocal TypeAlias Pass Break Continue".split(
    " ",
  ),
);
const partKinds = new Set(
  "Module Arguments Arg Keyword Comprehension WithItem MatchCase ExceptHandler Alias TypeVar ParamSpec TypeVarTuple".split(
    " ",
  ),
);
const closed = new Set([
  "Import",
  "ImportFrom",
  "Global",
  "Nonlocal",
  "TypeAlias",
  "JoinedStr",
  "TemplateStr",
]);

/** Leaves out what no example can be about, and statements that some failing example never reached. */
export function readPlaces(tree: Tree, liveLines: ReadonlySet<number> | undefined): EditablePlaces {
  const expressions: Expression[] = [];
  const statements: Statement[] = [];
  const functions = new Set<FunctionDef>();
  const hasFunctions = tree.nodes.some(({ kind }) => kind === "FunctionDef" || kind === "AsyncFunctionDef");
  const shut = new Set<Node>();
  const live = new Map<Node, boolean>();
  const statementAround = new Map<Node, Statement>();
  for (const node of tree.nodes) {
    const { parent } = node;
    if (parent && (shut.has(parent) || isShut(node, parent, hasFunctions))) {
      shut.add(node);
      continue;
    }
    if (statementKinds.has(node.kind)) {
      const statement = node as Statement;
      statementAround.set(node, statement);
      live.set(node, isLive(statement, tree, liveLines));
      if (live.get(node) && !isLoneText(statement) && (!hasFunctions || functionAround(node))) {
        statements.push(statement);
        const around = functionAround(node);
        if (around) functions.add(around);
      }
      if (closed.has(node.kind)) shut.add(node);
      continue;
    }
    const statement = parent && statementAround.get(parent);
    if (statement) statementAround.set(node, statement);
    if (partKinds.has(node.kind) || node.kind.startsWith("Match")) continue;
    if (statement && live.get(statement)) expressions.push(node as Expression);
    if (closed.has(node.kind)) shut.add(node);
  }
  return { expressions, statements, functions: [...functions] };
}

/** Annotations, decorators, bases, patterns, docstrings and every string that holds examples stay as they are. */
function isShut(node: Node, parent: Node, hasFunctions: boolean): boolean {
  if (isExampleString(node)) return true;
  if (node.kind.startsWith("Match") && node.kind !== "Match" && node.kind !== "MatchCase") return true;
  if (parent.kind === "FunctionDef" || parent.kind === "AsyncFunctionDef") {
    return (
      node === parent.returns ||
      parent.decorator_list.includes(node as Expression) ||
      parent.type_params.includes(node)
    );
  }
  if (parent.kind === "ClassDef") {
    return !parent.body.includes(node as Statement);
  }
  if (parent.kind === "Arg") {
    return true;
  }
  if (parent.kind === "AnnAssign") {
    return node === parent.annotation || (isOutermost(parent, hasFunctions) && node === parent.target);
  }
  if (parent.kind === "Assign") {
    return isOutermost(parent, hasFunctions) && node !== parent.value;
  }
  if (parent.kind === "AugAssign") {
    return isOutermost(parent, hasFunctions) && node !== parent.value;
  }
  if (parent.kind === "Expr") {
    return node.kind === "Constant" || isOutermost(parent, hasFunctions);
  }
  if (
    parent.kind === "If" ||
    parent.kind === "While" ||
    parent.kind === "For" ||
    parent.kind === "With" ||
    parent.kind === "Try" ||
    parent.kind === "Assert"
  ) {
    return (
      !statementKinds.has(node.kind) && node.kind !== "ExceptHandler" && isOutermost(parent, hasFunctions)
    );
  }
  return false;
}

/** In a file with functions, the statements outside them are the caller's own trials. */
function isOutermost(statement: Node, hasFunctions: boolean): boolean {
  return hasFunctions && functionAround(statement) === undefined;
}

export function isExampleString(node: Node): boolean {
  return node.kind === "Constant" && node.value.type === "str" && node.value.value.includes(">>> ");
}

/** Of a compound statement only the header counts. Module-level statements run whatever the example. */
function isLive(statement: Statement, tree: Tree, liveLines: ReadonlySet<number> | undefined): boolean {
  if (liveLines === undefined || functionAround(statement) === undefined) return true;
  const first = tree.positions.lineOf(statement.start);
  const inner = blocksOf(statement).find((block) => block.length > 0)?.[0];
  const last = inner ? tree.positions.lineOf(inner.start) - 1 : tree.positions.lineOf(statement.end);
  for (let line = first; line <= Math.max(first, last); line += 1) if (liveLines.has(line)) return true;
  return false;
}
