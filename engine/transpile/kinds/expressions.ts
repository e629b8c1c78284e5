import type { Expression, FunctionDef } from "../../tree/nodes.ts";
import { dataclassDecorator } from "../dataclasses.ts";
import type { Names } from "../../program/names.ts";
import type { Variable } from "../../program/scopes.ts";
import { binaryKind, join, joinAll, type ValueKind } from "./kind.ts";
import { builtinResult, libraryResult, methodResult } from "./known-results.ts";

export type Known = Readonly<{
  names: Names;
  known: ReadonlyMap<Variable, ValueKind>;
  returned: ReadonlyMap<FunctionDef, ValueKind>;
}>;

/** What an expression gives, from what is known of variables and functions so far. */
export function kindOf(node: Expression, facts: Known): ValueKind {
  const of = (part: Expression): ValueKind => kindOf(part, facts);
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

function powerKind(
  node: Extract<Expression, { kind: "BinOp" }>,
  of: (part: Expression) => ValueKind,
): ValueKind {
  const left = of(node.left);
  if (left === "never") return "never";
  const { right } = node;
  const natural = right.kind === "Constant" && right.value.type === "int";
  return left === "int" && natural ? "int" : "unknown";
}

function unaryKind(op: string, operand: ValueKind): ValueKind {
  if (op === "Not") return "bool";
  if (operand === "never") return "never";
  if (operand === "int" || operand === "bool") return "int";
  return operand === "float" && op !== "Invert" ? "float" : "unknown";
}

function subscriptKind(value: ValueKind, slice: boolean): ValueKind {
  if (value === "never") return "never";
  if (value === "str") return "str";
  return slice && (value === "list" || value === "tuple") ? value : "unknown";
}

function callKind(
  node: Extract<Expression, { kind: "Call" }>,
  facts: Known,
  of: (part: Expression) => ValueKind,
): ValueKind {
  const { func } = node;
  if (func.kind === "Name") {
    const variable = facts.names.variableOf(func);
    if (!variable) return builtinKind(func.id, node, of);
    const only = variable.bindings.length === 1 ? variable.bindings[0]! : undefined;
    if (only?.kind === "FunctionDef")
      return only.decorator_list.length > 0 ? "unknown" : (facts.returned.get(only) ?? "never");
    if (
      only?.kind === "ClassDef" &&
      variable.scope.kind === "module" &&
      only.decorator_list.every((one) => one === dataclassDecorator(only))
    )
      return `instance ${only.name}`;
    if (only?.kind === "Alias" && only.parent?.kind === "ImportFrom")
      return libraryResult(only.parent.module ?? "", only.name);
    return "unknown";
  }
  if (func.kind !== "Attribute") return "unknown";
  if (func.value.kind === "Name") {
    const only = facts.names.variableOf(func.value)?.bindings[0];
    if (only?.kind === "Alias") return libraryResult(only.name, func.attr);
  }
  const receiver = of(func.value);
  if (receiver === "never") return "never";
  return methodResult(receiver, func.attr);
}

function builtinKind(
  name: string,
  node: Extract<Expression, { kind: "Call" }>,
  of: (part: Expression) => ValueKind,
): ValueKind {
  const kinds = node.args.map(of);
  const plain = node.keywords.length === 0 && node.args.every(({ kind }) => kind !== "Starred");
  if (plain && (name === "max" || name === "min") && kinds.length > 1) return joinAll(kinds);
  if (plain && name === "abs" && kinds.length === 1)
    return kinds[0] === "int" || kinds[0] === "float" || kinds[0] === "never" ? kinds[0] : "unknown";
  if (plain && name === "round" && kinds.length === 1 && (kinds[0] === "int" || kinds[0] === "float"))
    return "int";
  return builtinResult(name);
}
