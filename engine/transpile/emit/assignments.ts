import type { AugAssign, Expression, Node, Statement } from "../../tree/nodes.ts";
import { checkAttribute, mangled, naturalReceiver } from "./attributes.ts";
import { at, invoke, level, quote, tight, type Code } from "./code.ts";
import { any, type Context } from "./context.ts";
import { readVariable, variableText } from "./names.ts";
import { directOperator, operatorFunctions } from "./operators.ts";
import { typeOfVariable } from "./typed.ts";
import { patternText, shapeText } from "./patterns.ts";
import { isPure } from "./pure.ts";
import { writeSliced, writeBounds, writeKey } from "./subscripts.ts";

type Assign = Extract<Statement, { kind: "Assign" }>;
type Name = Extract<Expression, { kind: "Name" }>;
type Sequence = Extract<Expression, { kind: "List" | "Tuple" }>;

export function writeAssign(node: Assign, ctx: Context): string[] {
  const [target] = node.targets;
  if (node.targets.length === 1) return assignTo(target!, node.value, node, ctx);
  if (isPure(node.value, ctx) && node.value.kind !== "Lambda")
    return node.targets.flatMap((one) => assignTo(one, node.value, node, ctx));
  const value = ctx.expression(node.value);
  const names = node.targets.filter((one): one is Name => one.kind === "Name");
  if (names[0] === target && target) {
    const lines = nameTo(target as Name, value, node, ctx);
    const kept = tight(variableText(ctx.names.variableOf(target)!, ctx));
    return [...lines, ...node.targets.slice(1).flatMap((one) => storeTo(one, kept, node, ctx))];
  }
  const kept = ctx.fresh("value");
  return [
    `const ${kept}${any(ctx)} = ${at(value, level.loose)};`,
    ...node.targets.flatMap((one) => storeTo(one, tight(kept), node, ctx)),
  ];
}

export function writeAnnotated(node: Extract<Statement, { kind: "AnnAssign" }>, ctx: Context): string[] {
  return node.value ? assignTo(node.target, node.value, node, ctx) : [];
}

function assignTo(target: Expression, value: Expression, place: Node, ctx: Context): string[] {
  if (target.kind === "Name") return nameTo(target, ctx.expression(value), place, ctx);
  if (target.kind === "Tuple" || target.kind === "List") return unpackTo(target, value, place, ctx);
  const code = ctx.expression(value);
  // Python computes the value first, then where it goes.
  if (isPure(value, ctx) || isSettled(target, ctx)) return storeTo(target, code, place, ctx);
  const kept = ctx.fresh("value");
  return [
    `const ${kept}${any(ctx)} = ${at(code, level.loose)};`,
    ...storeTo(target, tight(kept), place, ctx),
  ];
}

/** Computing where the value goes has no effect and cannot fail. */
function isSettled(target: Expression, ctx: Context): boolean {
  if (target.kind === "Attribute") return isPure(target.value, ctx);
  if (target.kind !== "Subscript" || !isPure(target.value, ctx)) return false;
  const { slice } = target;
  return slice.kind === "Slice"
    ? [slice.lower, slice.upper, slice.step].every((part) => !part || isPure(part, ctx))
    : isPure(slice, ctx) || isPlainSum(slice, ctx);
}

/** `i + 1` of whole numbers cannot fail. */
function isPlainSum(node: Expression, ctx: Context): boolean {
  return (
    node.kind === "BinOp" &&
    ctx.kinds.of(node) === "int" &&
    (node.op === "Add" || node.op === "Sub") &&
    isPure(node.left, ctx) &&
    isPure(node.right, ctx)
  );
}

function nameTo(target: Name, value: Code, place: Node, ctx: Context): string[] {
  const variable = ctx.names.variableOf(target)!;
  const name = variableText(variable, ctx);
  if (variable.scope.kind === "class")
    return [`${readVariable(target, variable, ctx).text} = ${at(value, level.loose)};`];
  if (ctx.declarations.at(variable) !== place) return [`${name} = ${at(value, level.loose)};`];
  const word = variable.bindings.length === 1 ? "const" : "let";
  return [`${word} ${name}${typeOfVariable(variable, ctx)} = ${at(value, level.loose)};`];
}

/** Stores a value that is already computed. */
export function storeTo(target: Expression, value: Code, place: Node, ctx: Context): string[] {
  switch (target.kind) {
    case "Name":
      return nameTo(target, value, place, ctx);
    case "Attribute": {
      checkAttribute(target, target.attr, ctx);
      const name = mangled(target.attr, target);
      // A property without a setter must answer with Python's error, a function put into a class with ours.
      const plain =
        ctx.classes.methods(name).length === 0 && !ctx.kinds.of(target.value).startsWith("class ");
      const natural = plain ? naturalReceiver(target, ctx) : undefined;
      if (natural !== undefined) return [`${natural}.${name} = ${at(value, level.loose)};`];
      return [`${invoke(ctx.use("setAttr"), ctx.expression(target.value), quote(name), value).text};`];
    }
    case "Subscript": {
      if (target.slice.kind !== "Slice")
        return [
          `${invoke(ctx.use("setItem"), ctx.expression(target.value), writeKey(target.slice, ctx), value).text};`,
        ];
      const container = writeSliced(target, ctx);
      const [start, stop, step = tight("null")] = writeBounds(target.slice, ctx);
      return [`${invoke(ctx.use("setSlice"), container, start, stop, step, value).text};`];
    }
    case "Tuple":
    case "List":
      return unpackCode(target, value, place, ctx);
    case "Starred":
      return storeTo(target.value, value, place, ctx);
    default:
      ctx.refuse(target, "this target of an assignment");
      return [];
  }
}

function unpackTo(target: Sequence, value: Expression, place: Node, ctx: Context): string[] {
  const flat = target.elts.every(({ kind }) => kind !== "Starred" && kind !== "Tuple" && kind !== "List");
  const matching =
    value.kind === "Tuple" &&
    value.elts.length === target.elts.length &&
    value.elts.every(({ kind }) => kind !== "Starred");
  if (!flat || !matching) return unpackCode(target, ctx.expression(value), place, ctx);
  const items = `[${value.elts.map((part) => at(ctx.expression(part), level.loose)).join(", ")}]`;
  return takeApart(target, items, place, ctx);
}

function unpackCode(target: Sequence, value: Code, place: Node, ctx: Context): string[] {
  return takeApart(target, shapeText(flatSequence(target), at(value, level.loose), ctx), place, ctx);
}

/** Nested targets are taken apart one after the other: here they count as one place each. */
function flatSequence(target: Sequence): Sequence {
  const plain = {
    kind: "Name",
    id: "_",
    ctx: "Store",
    start: target.start,
    end: target.end,
    parent: target,
  } as Name;
  return {
    ...target,
    elts: target.elts.map((part) => (part.kind === "Tuple" || part.kind === "List" ? plain : part)),
  };
}

function takeApart(target: Sequence, items: string, place: Node, ctx: Context): string[] {
  const parts = target.elts.map((part) => (part.kind === "Starred" ? part.value : part));
  if (parts.length === 0) return [`${items};`];
  const simple = parts.every(
    (part) => part.kind === "Name" && ctx.names.variableOf(part)?.scope.kind !== "class",
  );
  if (simple) {
    const variables = parts.map((part) => ctx.names.variableOf(part)!);
    const declared = variables.every((one) => ctx.declarations.at(one) === place);
    const fixed = variables.every(({ bindings }) => bindings.length === 1);
    const pattern = patternText(target, ctx);
    const type = ctx.typed && declared ? ": any[]" : "";
    return [`${declared ? (fixed ? "const " : "let ") : ""}${pattern}${type} = ${items};`];
  }
  const kept = parts.map((part, index) => ctx.fresh(part.kind === "Name" ? part.id : `item${index + 1}`));
  const type = ctx.typed ? ": any[]" : "";
  return [
    `const [${kept.join(", ")}]${type} = ${items};`,
    ...parts.flatMap((part, index) => storeTo(part, tight(kept[index]!), place, ctx)),
  ];
}

export function writeAugmented(node: AugAssign, ctx: Context): string[] {
  if (node.op === "MatMult") {
    ctx.refuse(node, "the operator `@=`");
    return [];
  }
  const { target } = node;
  const value = (): Code => ctx.expression(node.value);
  const combine = (old: Code): Code => invoke(ctx.use(`i${operatorFunctions[node.op]}`), old, value());
  if (target.kind === "Name") return augmentName(node, target, ctx, combine);
  if (target.kind === "Attribute") {
    const once = isPure(target.value, ctx) && ctx.classes.methods(mangled(target.attr, target)).length === 0;
    const natural = once ? naturalReceiver(target, ctx) : undefined;
    if (natural !== undefined) {
      const text = `${natural}.${mangled(target.attr, target)}`;
      return [`${text} = ${at(combine(tight(text)), level.loose)};`];
    }
    const { lines, text } = keep(target.value, "target", ctx);
    const name = quote(mangled(target.attr, target));
    const old = invoke(ctx.use("attr"), text, name);
    return [...lines, `${invoke(ctx.use("setAttr"), text, name, combine(old)).text};`];
  }
  if (target.kind !== "Subscript" || target.slice.kind === "Slice") {
    ctx.refuse(node, "this target of an augmented assignment");
    return [];
  }
  const container = keep(target.value, "target", ctx);
  const key = keep(target.slice, "key", ctx);
  const old = invoke(ctx.use("getItem"), container.text, key.text);
  return [
    ...container.lines,
    ...key.lines,
    `${invoke(ctx.use("setItem"), container.text, key.text, combine(old)).text};`,
  ];
}

function augmentName(node: AugAssign, target: Name, ctx: Context, combine: (old: Code) => Code): string[] {
  const variable = ctx.names.variableOf(target)!;
  const direct = directOperator(ctx.kinds.ofVariable(variable), node.op, ctx.kinds.of(node.value));
  const sure = !ctx.unsure.has(target);
  const name = variableText(variable, ctx);
  if (direct && sure && variable.scope.kind !== "class")
    return [`${name} ${direct[0]}= ${at(ctx.expression(node.value), level.loose)};`];
  return nameTo(target, combine(readVariable(target, variable, ctx)), node, ctx);
}

/** An expression that is needed twice and must be computed once. */
function keep(node: Expression, wish: string, ctx: Context): { lines: string[]; text: string } {
  const code = ctx.expression(node);
  if (isPure(node, ctx)) return { lines: [], text: at(code, level.loose) };
  const name = ctx.fresh(wish);
  return { lines: [`const ${name}${any(ctx)} = ${at(code, level.loose)};`], text: name };
}
