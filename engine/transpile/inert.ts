import type { Expression, Statement } from "../tree/nodes.ts";
import type { Names } from "../program/names.ts";

const makers = new Set([
  "int",
  "float",
  "list",
  "dict",
  "set",
  "tuple",
  "frozenset",
  "range",
  "defaultdict",
  "deque",
  "Counter",
]);

/** Statements that cannot call a function of the program, so that none of its definitions can be missed yet. */
export function isInert(statement: Statement, names: Names): boolean {
  switch (statement.kind) {
    case "FunctionDef":
      return (
        statement.decorator_list.every((decorator) => isInertExpression(decorator, names)) &&
        [...statement.args.defaults, ...statement.args.kw_defaults].every((part) =>
          isInertExpression(part, names),
        )
      );
    case "ClassDef":
      return (
        [...statement.bases, ...statement.decorator_list].every((part) => isInertExpression(part, names)) &&
        statement.body.every((part) => isInert(part, names))
      );
    case "Assign":
      return (
        statement.targets.every(({ kind }) => kind === "Name") && isInertExpression(statement.value, names)
      );
    case "AnnAssign":
      return statement.target.kind === "Name" && isInertExpression(statement.value, names);
    case "Expr":
      return statement.value.kind === "Constant";
    case "Import":
    case "ImportFrom":
    case "Pass":
      return true;
    default:
      return false;
  }
}

function isInertExpression(node: Expression | null | undefined, names: Names): boolean {
  if (node === undefined || node === null) return true;
  switch (node.kind) {
    case "Constant":
    case "Name":
    case "Lambda":
      return true;
    case "Attribute":
      return node.value.kind === "Name" && names.variableOf(node.value)?.bindings[0]?.kind === "Alias";
    case "List":
    case "Tuple":
      return node.elts.every((part) => isInertExpression(part, names));
    case "Dict":
      return [...node.keys, ...node.values].every((part) => isInertExpression(part, names));
    case "UnaryOp":
      return node.operand.kind === "Constant";
    case "BinOp":
      return node.left.kind === "Constant" && node.right.kind === "Constant";
    case "Call":
      return (
        node.func.kind === "Name" &&
        makers.has(node.func.id) &&
        node.keywords.length === 0 &&
        node.args.every((part) => isInertExpression(part, names))
      );
    default:
      return false;
  }
}
