import type { Tree } from "../../tree.ts";
import type { Expression, FunctionDef, Node, Statement } from "../../tree/nodes.ts";
import { childrenOf, everyNode } from "../children.ts";
import type { Names, Variable } from "../scopes.ts";
import { dataclassDecorator } from "../dataclasses.ts";
import { binaryKind, join, joinAll, type Kind } from "./kind.ts";
import { builtinResults, libraryResults, methodResults } from "./known-results.ts";
import { parameterKind } from "./parameters.ts";

export type Kinds = Readonly<{
  of(node: Expression): Kind;
  ofVariable(variable: Variable): Kind;
}>;

const mostRounds = 12;

/** Finds what kind of value each variable always holds, looking at every place that gives it one. */
export function inferKinds(tree: Tree, names: Names): Kinds {
  const variables = names.all.flatMap((scope) => [...scope.variables.values()]);
  const functions = tree.nodes.filter((node): node is FunctionDef => node.kind === "FunctionDef");
  let known = new Map<Variable, Kind>();
  let returned = new Map<FunctionDef, Kind>();
  const inside = new Map(functions.map((node) => [node, ownNodes(node)]));

  const of = (node: Expression): Kind => kindOf(node, { names, known, returned });
  for (let round = 0; ; round += 1) {
    const next = new Map(variables.map((one) => [one, variableKind(one, names, of, known)]));
    const results = new Map(functions.map((node) => [node, returnKind(node, inside.get(node)!, of)]));
    const settled =
      variables.every((one) => next.get(one) === known.get(one)) &&
      functions.every((one) => results.get(one) === returned.get(one));
    known = next;
    returned = results;
    if (settled) break;
    if (round < mostRounds) continue;
    known = new Map(variables.map((one) => [one, "unknown"]));
    returned = new Map(functions.map((one) => [one, "unknown"]));
    break;
  }
  const remembered = new Map<Expression, Kind>();
  return {
    of(node) {
      let kind = remembered.get(node);
      if (kind === undefined) {
        const found = of(node);
        remembered.set(node, (kind = found === "never" ? "unknown" : found));
      }
      return kind;
    },
    ofVariable(variable) {
      const kind = known.get(variable) ?? "unknown";
      return kind === "never" ? "unknown" : kind;
    },
  };
}

type Known = Readonly<{
  names: Names;
  known: ReadonlyMap<Variable, Kind>;
  returned: ReadonlyMap<FunctionDef, Kind>;
}>;

function kindOf(node: Expression, facts: Known): Kind {
  const of = (part: Expression): Kind => kindOf(part, facts);
  switch (node.kind) {
    case "Constant":
      return node.value.type === "bytes" || node.value.type === "complex" || node.value.type === "ellipsis"
        ? "unknown"
        : node.value.type;
    case "JoinedStr":
      return "str";
    case "Name": {
      const variable = facts.names.variableOf(node);
      return variable ? (facts.known.get(variable) ?? "never") : "unknown";
    }
    case "BinOp":
      return node.op === "Pow" ? powerKind(node, of) : binaryKind(of(node.left), node.op, of(node.right));
    case "UnaryOp":
      return unaryKind(node.op, of(node.operand));
    case "BoolOp":
      return joinAll(node.values.map(of));
    case "Compare":
      return "bool";
    case "IfExp":
      return join(of(node.body), of(node.orelse));
    case "NamedExpr":
      return of(node.value);
    case "List":
    case "ListComp":
      return "list";
    case "Tuple":
      return "tuple";
    case "Dict":
    case "DictComp":
      return "dict";
    case "Set":
    case "SetComp":
      return "set";
    case "GeneratorExp":
      return "iterator";
    case "Lambda":
      return "function";
    case "Subscript":
      return subscriptKind(of(node.value), node.slice.kind === "Slice");
    case "Call":
      return callKind(node, facts, of);
    default:
      return "unknown";
  }
}

function powerKind(node: Extract<Expression, { kind: "BinOp" }>, of: (part: Expression) => Kind): Kind {
  const left = of(node.left);
  if (left === "never") return "never";
  const { right } = node;
  const natural = right.kind === "Constant" && right.value.type === "int";
  return left === "int" && natural ? "int" : "unknown";
}

function unaryKind(op: string, operand: Kind): Kind {
  if (op === "Not") return "bool";
  if (operand === "never") return "never";
  if (operand === "int" || operand === "bool") return "int";
  return operand === "float" && op !== "Invert" ? "float" : "unknown";
}

function subscriptKind(value: Kind, slice: boolean): Kind {
  if (value === "never") return "never";
  if (value === "str") return "str";
  return slice && (value === "list" || value === "tuple") ? value : "unknown";
}

function callKind(
  node: Extract<Expression, { kind: "Call" }>,
  facts: Known,
  of: (part: Expression) => Kind,
): Kind {
  const { func } = node;
  if (func.kind === "Name") {
    const variable = facts.names.variableOf(func);
    if (!variable) return builtinKind(func.id, node, of);
    const only = variable.writes.length === 1 ? variable.writes[0]! : undefined;
    if (only?.kind === "FunctionDef")
      return only.decorator_list.length > 0 ? "unknown" : (facts.returned.get(only) ?? "never");
    if (
      only?.kind === "ClassDef" &&
      variable.scope.kind === "module" &&
      only.decorator_list.every((one) => one === dataclassDecorator(only))
    )
      return `instance ${only.name}`;
    if (only?.kind === "Alias" && only.parent?.kind === "ImportFrom")
      return libraryResults.get(`${only.parent.module}.${only.name}`) ?? "unknown";
    return "unknown";
  }
  if (func.kind !== "Attribute") return "unknown";
  if (func.value.kind === "Name") {
    const only = facts.names.variableOf(func.value)?.writes[0];
    if (only?.kind === "Alias") return libraryResults.get(`${only.name}.${func.attr}`) ?? "unknown";
  }
  const receiver = of(func.value);
  if (receiver === "never") return "never";
  return methodResults[receiver]?.get(func.attr) ?? "unknown";
}

function builtinKind(
  name: string,
  node: Extract<Expression, { kind: "Call" }>,
  of: (part: Expression) => Kind,
): Kind {
  const kinds = node.args.map(of);
  const plain = node.keywords.length === 0 && node.args.every(({ kind }) => kind !== "Starred");
  if (plain && (name === "max" || name === "min") && kinds.length > 1) return joinAll(kinds);
  if (plain && name === "abs" && kinds.length === 1)
    return kinds[0] === "int" || kinds[0] === "float" || kinds[0] === "never" ? kinds[0] : "unknown";
  if (plain && name === "round" && kinds.length === 1 && (kinds[0] === "int" || kinds[0] === "float"))
    return "int";
  return builtinResults.get(name) ?? "unknown";
}

function variableKind(
  variable: Variable,
  names: Names,
  of: (node: Expression) => Kind,
  known: ReadonlyMap<Variable, Kind>,
): Kind {
  if (variable.scope.kind === "class") return "unknown";
  return joinAll(variable.writes.map((node) => writtenKind(node, variable, names, of, known)));
}

function writtenKind(
  node: Node,
  variable: Variable,
  names: Names,
  of: (node: Expression) => Kind,
  known: ReadonlyMap<Variable, Kind>,
): Kind {
  if (node.kind === "FunctionDef") return node.decorator_list.length === 0 ? "function" : "unknown";
  if (node.kind === "ClassDef")
    return node.decorator_list.every((one) => one === dataclassDecorator(node)) &&
      variable.scope.kind === "module"
      ? `class ${node.name}`
      : "unknown";
  if (node.kind === "Arg") return parameterKind(node, names, of);
  if (node.kind !== "Name") return "unknown";
  if (node.ctx === "Del") return "never";
  const { parent } = node;
  if (parent?.kind === "Assign") return of(parent.value);
  if (parent?.kind === "AnnAssign") return parent.value ? of(parent.value) : "never";
  if (parent?.kind === "NamedExpr") return of(parent.value);
  if (parent?.kind === "AugAssign")
    return binaryKind(known.get(variable) ?? "never", parent.op === "Pow" ? "" : parent.op, of(parent.value));
  if (parent?.kind === "For" || parent?.kind === "Comprehension") return itemKind(parent.iter, of);
  if (parent?.kind === "Tuple") return partKind(node, parent, names, of);
  return "unknown";
}

/** What `for` over an expression gives, where it is plain to see. */
function itemKind(iter: Expression, of: (node: Expression) => Kind): Kind {
  const kind = of(iter);
  if (kind === "range") return "int";
  if (kind === "str" || kind === "never") return kind;
  if ((iter.kind === "List" || iter.kind === "Tuple") && iter.elts.every((part) => part.kind !== "Starred"))
    return joinAll(iter.elts.map(of));
  return "unknown";
}

function partKind(
  node: Node,
  tuple: Extract<Expression, { kind: "List" | "Tuple" }>,
  names: Names,
  of: (node: Expression) => Kind,
): Kind {
  const index = tuple.elts.findIndex((part) => part === node);
  const { parent } = tuple;
  if (parent?.kind === "Assign" && parent.value.kind === "Tuple") {
    const values = parent.value.elts;
    const exact =
      values.length === tuple.elts.length &&
      [...values, ...tuple.elts].every((part) => part.kind !== "Starred");
    return exact ? of(values[index]!) : "unknown";
  }
  const loops = parent?.kind === "For" || parent?.kind === "Comprehension";
  if (
    !loops ||
    parent.iter.kind !== "Call" ||
    parent.iter.func.kind !== "Name" ||
    names.variableOf(parent.iter.func)
  )
    return "unknown";
  return parent.iter.func.id === "enumerate" &&
    index === 0 &&
    parent.iter.args.length === 1 &&
    parent.iter.keywords.length === 0
    ? "int"
    : "unknown";
}

/** The nodes of a function's own body, without those of functions inside it. */
function ownNodes(root: FunctionDef): { returns: Extract<Statement, { kind: "Return" }>[]; yields: boolean } {
  const returns: Extract<Statement, { kind: "Return" }>[] = [];
  let yields = false;
  const waiting: Node[] = [...root.body];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.kind === "Return") returns.push(node);
    if (node.kind === "Yield" || node.kind === "YieldFrom") yields = true;
    if (node.kind === "FunctionDef" || node.kind === "Lambda" || node.kind === "ClassDef") continue;
    waiting.push(...childrenOf(node));
  }
  return { returns, yields };
}

function returnKind(
  node: FunctionDef,
  inside: ReturnType<typeof ownNodes>,
  of: (node: Expression) => Kind,
): Kind {
  if (inside.yields) return "iterator";
  const kinds = inside.returns.map(({ value }): Kind => (value ? of(value) : "none"));
  return joinAll(leaves(node.body) ? kinds : [...kinds, "none"]);
}

/** Does a block always end by return or raise? */
export function leaves(block: readonly Statement[]): boolean {
  const last = block.at(-1);
  if (last?.kind === "Return" || last?.kind === "Raise") return true;
  if (last?.kind === "If") return last.orelse.length > 0 && leaves(last.body) && leaves(last.orelse);
  if (last?.kind === "While")
    return (
      last.test.kind === "Constant" &&
      last.test.value.type === "bool" &&
      last.test.value.value &&
      ![...everyNode(last)].some(({ kind }) => kind === "Break")
    );
  return false;
}
