import type { Expression } from "../../tree/nodes.ts";
import type { EmitContext } from "./context.ts";

/** The targets of an assignment as a destructuring pattern of JavaScript. */
export function patternText(target: Expression, context: EmitContext): string {
  if (target.kind === "Name") {
    const variable = context.names.variableOf(target)!;
    return context.nameOf(variable);
  }
  if (target.kind === "Starred") return patternText(target.value, context);
  if (target.kind === "Tuple" || target.kind === "List")
    return `[${target.elts.map((part) => patternText(part, context)).join(", ")}]`;
  context.refuse(target, "this target of an assignment");
  return "_";
}

/** The call that takes a value apart for such a pattern. */
export function shapeText(target: Expression, value: string, context: EmitContext): string {
  if (target.kind !== "Tuple" && target.kind !== "List") return value;
  const star = target.elts.findIndex(({ kind }) => kind === "Starred");
  const nested = target.elts.some(({ kind }) => kind === "Tuple" || kind === "List");
  if (star >= 0) {
    if (nested) context.refuse(target, "a star among nested targets");
    return `${context.use("unpackStar")}(${value}, ${star}, ${target.elts.length - star - 1})`;
  }
  if (nested) return `${context.use("unpackAs")}(${value}, ${shapeOf(target)})`;
  return `${context.use("unpack")}(${value}, ${target.elts.length})`;
}

function shapeOf(target: Expression): string {
  if (target.kind !== "Tuple" && target.kind !== "List") return "0";
  return `[${target.elts.map(shapeOf).join(", ")}]`;
}
