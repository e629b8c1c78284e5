import type { Expression } from "../../tree/nodes.ts";
import { invoke, tight, type EmittedCode } from "./code.ts";
import type { EmitContext } from "./context.ts";

type Slice = Extract<Expression, { kind: "Slice" }>;

export function writeSubscript(
  node: Extract<Expression, { kind: "Subscript" }>,
  context: EmitContext,
): EmittedCode {
  if (node.slice.kind === "Slice")
    return invoke(context.use("getSlice"), writeSliced(node, context), ...writeBounds(node.slice, context));
  return invoke(context.use("getItem"), context.expression(node.value), writeKey(node.slice, context));
}

/** What is sliced. A class of the program would be given a slice object, which there is none of. */
export function writeSliced(
  node: Extract<Expression, { kind: "Subscript" }>,
  context: EmitContext,
): EmittedCode {
  const kind = context.kinds.of(node.value);
  const own = ["__getitem__", "__setitem__", "__delitem__"].some(
    (name) => context.classes.methods(name).length > 0,
  );
  const value = context.expression(node.value);
  if (kind.startsWith("instance ")) return context.refuse(node, "a slice of an object of the program");
  return own && kind === "unknown" ? invoke(context.use("sliceable"), value) : value;
}

export function writeKey(node: Expression, context: EmitContext): EmittedCode {
  if (node.kind === "Tuple" && node.elts.some(({ kind }) => kind === "Slice"))
    return context.refuse(node, "a slice inside an index of several parts");
  return context.expression(node);
}

/** Start, stop and step; the step only where there is one. */
export function writeBounds(node: Slice, context: EmitContext): EmittedCode[] {
  const bound = (part: Expression | undefined | null): EmittedCode =>
    part ? context.expression(part) : tight("null");
  const bounds = [bound(node.lower), bound(node.upper)];
  return node.step ? [...bounds, bound(node.step)] : bounds;
}
