import type { Expression, Node } from "../../tree/nodes.ts";
import { dataclassDecorator } from "../dataclasses.ts";
import type { Names } from "../../program/names.ts";
import type { Variable } from "../../program/scopes.ts";
import { binaryKind, joinAll, type ValueKind } from "./kind.ts";
import { parameterKind } from "./parameters.ts";

/** What a variable can hold, from every place that gives it a value. */
export function variableKind(
  variable: Variable,
  names: Names,
  of: (node: Expression) => ValueKind,
  known: ReadonlyMap<Variable, ValueKind>,
): ValueKind {
  if (variable.scope.kind === "class") return "unknown";
  return joinAll(variable.bindings.map((node) => writtenKind(node, variable, names, of, known)));
}

function writtenKind(
  node: Node,
  variable: Variable,
  names: Names,
  of: (node: Expression) => ValueKind,
  known: ReadonlyMap<Variable, ValueKind>,
): ValueKind {
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
function itemKind(iter: Expression, of: (node: Expression) => ValueKind): ValueKind {
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
  of: (node: Expression) => ValueKind,
): ValueKind {
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
