import type { Expression } from "../../tree/nodes.ts";
import type { Variable } from "../../program/scopes.ts";
import type { Context } from "./context.ts";

const types: Readonly<Record<string, string>> = { int: "bigint", float: "number", str: "string" };

/** The annotation of a variable that always holds the same kind of value. */
export function typeOfVariable(variable: Variable, ctx: Context): string {
  return ctx.typed ? `: ${types[ctx.kinds.ofVariable(variable)] ?? "any"}` : "";
}

/** Does TypeScript see the kind of the value too? It takes the difference of two unknown values for a number. */
export function isTyped(node: Expression, ctx: Context): boolean {
  if (!ctx.typed || node.kind === "Constant" || node.kind === "JoinedStr") return true;
  if (node.kind === "BinOp") return isTyped(node.left, ctx) || isTyped(node.right, ctx);
  if (node.kind === "UnaryOp") return isTyped(node.operand, ctx);
  if (node.kind !== "Name") return false;
  const variable = ctx.names.variableOf(node);
  const place = variable && ctx.declarations.at(variable);
  if (variable?.bindings.some(({ kind }) => kind === "Arg")) return true;
  return (
    place?.kind === "AnnAssign" ||
    (place?.kind === "Assign" && place.targets.every(({ kind }) => kind === "Name"))
  );
}
