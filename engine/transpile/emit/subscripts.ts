import type { Expression } from "../../tree/nodes.ts";
import { invoke, tight, type Code } from "./code.ts";
import type { Context } from "./context.ts";

type Slice = Extract<Expression, { kind: "Slice" }>;

export function writeSubscript(node: Extract<Expression, { kind: "Subscript" }>, ctx: Context): Code {
  if (node.slice.kind === "Slice")
    return invoke(ctx.use("getSlice"), writeSliced(node, ctx), ...writeBounds(node.slice, ctx));
  return invoke(ctx.use("getItem"), ctx.expression(node.value), writeKey(node.slice, ctx));
}

/** What is sliced. A class of the program would be given a slice object, which there is none of. */
export function writeSliced(node: Extract<Expression, { kind: "Subscript" }>, ctx: Context): Code {
  const kind = ctx.kinds.of(node.value);
  const own = ["__getitem__", "__setitem__", "__delitem__"].some(
    (name) => ctx.classes.methods(name).length > 0,
  );
  const value = ctx.expression(node.value);
  if (kind.startsWith("instance ")) return ctx.refuse(node, "a slice of an object of the program");
  return own && kind === "unknown" ? invoke(ctx.use("sliceable"), value) : value;
}

export function writeKey(node: Expression, ctx: Context): Code {
  if (node.kind === "Tuple" && node.elts.some(({ kind }) => kind === "Slice"))
    return ctx.refuse(node, "a slice inside an index of several parts");
  return ctx.expression(node);
}

/** Start, stop and step; the step only where there is one. */
export function writeBounds(node: Slice, ctx: Context): Code[] {
  const bound = (part: Expression | undefined | null): Code => (part ? ctx.expression(part) : tight("null"));
  const bounds = [bound(node.lower), bound(node.upper)];
  return node.step ? [...bounds, bound(node.step)] : bounds;
}
