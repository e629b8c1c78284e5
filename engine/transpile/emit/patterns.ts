import type { Expression } from "../../tree/nodes.ts";
import type { Context } from "./context.ts";

/** The targets of an assignment as a destructuring pattern of JavaScript. */
export function patternText(target: Expression, ctx: Context): string {
  if (target.kind === "Name") {
    const variable = ctx.names.variableOf(target)!;
    return ctx.nameOf(variable);
  }
  if (target.kind === "Starred") return patternText(target.value, ctx);
  if (target.kind === "Tuple" || target.kind === "List")
    return `[${target.elts.map((part) => patternText(part, ctx)).join(", ")}]`;
  ctx.refuse(target, "this target of an assignment");
  return "_";
}

/** The call that takes a value apart for such a pattern. */
export function shapeText(target: Expression, value: string, ctx: Context): string {
  if (target.kind !== "Tuple" && target.kind !== "List") return value;
  const star = target.elts.findIndex(({ kind }) => kind === "Starred");
  const nested = target.elts.some(({ kind }) => kind === "Tuple" || kind === "List");
  if (star >= 0) {
    if (nested) ctx.refuse(target, "a star among nested targets");
    return `${ctx.use("unpackStar")}(${value}, ${star}, ${target.elts.length - star - 1})`;
  }
  if (nested) return `${ctx.use("unpackAs")}(${value}, ${shapeOf(target)})`;
  return `${ctx.use("unpack")}(${value}, ${target.elts.length})`;
}

function shapeOf(target: Expression): string {
  if (target.kind !== "Tuple" && target.kind !== "List") return "0";
  return `[${target.elts.map(shapeOf).join(", ")}]`;
}
