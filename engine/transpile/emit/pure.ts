import type { Expression } from "../../tree/nodes.ts";
import type { EmitContext } from "./context.ts";

/** Can the expression be evaluated earlier, later or twice without anyone noticing? */
export function isPure(node: Expression, context: EmitContext): boolean {
  if (node.kind === "Constant" || node.kind === "Lambda") return true;
  if (node.kind === "UnaryOp") return node.operand.kind === "Constant";
  if (node.kind !== "Name" || context.unsure.has(node)) return false;
  const variable = context.names.variableOf(node);
  // Another function may give it another value in between.
  return !variable || !variable.isCaptured || variable.bindings.length === 1;
}
