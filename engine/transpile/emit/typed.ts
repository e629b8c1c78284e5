import type { Expression } from "../../tree/nodes.ts";
import type { Variable } from "../../program/scopes.ts";
import type { EmitContext } from "./context.ts";

const types: Readonly<Record<string, string>> = { int: "bigint", float: "number", str: "string" };

/** The annotation of a variable that always holds the same kind of value. */
export function typeOfVariable(variable: Variable, context: EmitContext): string {
  return context.typed ? `: ${types[context.kinds.ofVariable(variable)] ?? "any"}` : "";
}

/** Does TypeScript see the kind of the value too? It takes the difference of two unknown values for a number. */
export function isTyped(node: Expression, context: EmitContext): boolean {
  if (!context.typed || node.kind === "Constant" || node.kind === "JoinedStr") return true;
  if (node.kind === "BinOp") return isTyped(node.left, context) || isTyped(node.right, context);
  if (node.kind === "UnaryOp") return isTyped(node.operand, context);
  if (node.kind !== "Name") return false;
  const variable = context.names.variableOf(node);
  const place = variable && context.declarations.at(variable);
  if (variable?.bindings.some(({ kind }) => kind === "Arg")) return true;
  return (
    place?.kind === "AnnAssign" ||
    (place?.kind === "Assign" && place.targets.every(({ kind }) => kind === "Name"))
  );
}
