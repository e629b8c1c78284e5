import type { Expression } from "../../tree/nodes.ts";
import { at, level, list, tight, type EmittedCode } from "./code.ts";
import type { EmitContext } from "./context.ts";

/** The items of a display, stars spread. */
export function writeItems(elements: readonly Expression[], context: EmitContext): string {
  return list(
    elements.map((element): EmittedCode => {
      if (element.kind !== "Starred") return context.expression(element);
      const iterate = context.use("iterate");
      return tight(`...${iterate}(${at(context.expression(element.value), level.loose)})`);
    }),
  );
}

export function writeList(
  node: Extract<Expression, { kind: "List" | "Tuple" }>,
  context: EmitContext,
): EmittedCode {
  return tight(`[${writeItems(node.elts, context)}]`);
}

export function writeTuple(
  node: Extract<Expression, { kind: "List" | "Tuple" }>,
  context: EmitContext,
): EmittedCode {
  return tight(`new ${context.use("Tuple")}([${writeItems(node.elts, context)}])`);
}

export function writeSet(node: Extract<Expression, { kind: "Set" }>, context: EmitContext): EmittedCode {
  if (node.elts.some(({ kind }) => kind === "Starred")) return context.refuse(node, "a star in a set");
  const constant = node.elts.every(isFolded);
  const items = `[${writeItems(node.elts, context)}]`;
  // Python builds sets of constants in advance, which shows in their order.
  if (constant && isOnlyRead(node)) return tight(`${context.use("FrozenSetValue")}.of(${items})`);
  return tight(
    `${context.use("SetValue")}.${constant && node.elts.length > 2 ? "ofConstants" : "of"}(${items})`,
  );
}

/** Is this a constant once Python has compiled it? */
function isFolded(node: Expression): boolean {
  if (node.kind === "Constant") return true;
  if (node.kind === "UnaryOp") return node.op !== "Not" && isFolded(node.operand);
  if (node.kind === "BinOp") return isFolded(node.left) && isFolded(node.right);
  return node.kind === "Tuple" && node.elts.every(isFolded);
}

/** A set that nothing keeps: a loop iterates over it, or `in` searches it. */
function isOnlyRead(node: Expression): boolean {
  const { parent } = node;
  if (parent?.kind === "For" || parent?.kind === "Comprehension") return parent.iter === node;
  return (
    parent?.kind === "Compare" &&
    parent.ops.length === 1 &&
    (parent.ops[0] === "In" || parent.ops[0] === "NotIn") &&
    parent.comparators[0] === node
  );
}

export function writeDict(node: Extract<Expression, { kind: "Dict" }>, context: EmitContext): EmittedCode {
  const dict = context.use("Dict");
  if (node.keys.length === 0) return tight(`new ${dict}()`);
  const pairs = node.values.map((value, index) => {
    const key = node.keys[index];
    if (key === null || key === undefined)
      return `...${context.use("mappingPairs")}(${at(context.expression(value), level.loose)})`;
    return `[${at(context.expression(key), level.loose)}, ${at(context.expression(value), level.loose)}]`;
  });
  const long = pairs.join(", ").length > 80;
  return tight(long ? `${dict}.of([\n  ${pairs.join(",\n  ")},\n])` : `${dict}.of([${pairs.join(", ")}])`);
}
