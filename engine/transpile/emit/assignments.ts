import type { AugAssign, Expression, Node, Statement } from "../../tree/nodes.ts";
import { checkAttribute, mangled, naturalReceiver } from "./attributes.ts";
import { at, invoke, level, quote, tight, type EmittedCode } from "./code.ts";
import { any, type EmitContext } from "./context.ts";
import { readVariable, variableText } from "./names.ts";
import { directOperator, operatorFunctions } from "./operators.ts";
import { typeOfVariable } from "./typed.ts";
import { patternText, shapeText } from "./patterns.ts";
import { isPure } from "./pure.ts";
import { writeSliced, writeBounds, writeKey } from "./subscripts.ts";

type Assign = Extract<Statement, { kind: "Assign" }>;
type Name = Extract<Expression, { kind: "Name" }>;
type Sequence = Extract<Expression, { kind: "List" | "Tuple" }>;

export function writeAssign(node: Assign, context: EmitContext): string[] {
  const [target] = node.targets;
  if (node.targets.length === 1) return assignTo(target!, node.value, node, context);
  if (isPure(node.value, context) && node.value.kind !== "Lambda")
    return node.targets.flatMap((one) => assignTo(one, node.value, node, context));
  const value = context.expression(node.value);
  const names = node.targets.filter((one): one is Name => one.kind === "Name");
  if (names[0] === target && target) {
    const lines = nameTo(target as Name, value, node, context);
    const kept = tight(variableText(context.names.variableOf(target)!, context));
    return [...lines, ...node.targets.slice(1).flatMap((one) => storeTo(one, kept, node, context))];
  }
  const kept = context.fresh("value");
  return [
    `const ${kept}${any(context)} = ${at(value, level.loose)};`,
    ...node.targets.flatMap((one) => storeTo(one, tight(kept), node, context)),
  ];
}

export function writeAnnotated(
  node: Extract<Statement, { kind: "AnnAssign" }>,
  context: EmitContext,
): string[] {
  return node.value ? assignTo(node.target, node.value, node, context) : [];
}

function assignTo(target: Expression, value: Expression, place: Node, context: EmitContext): string[] {
  if (target.kind === "Name") return nameTo(target, context.expression(value), place, context);
  if (target.kind === "Tuple" || target.kind === "List") return unpackTo(target, value, place, context);
  const code = context.expression(value);
  // Python computes the value first, then where it goes.
  if (isPure(value, context) || isSettled(target, context)) return storeTo(target, code, place, context);
  const kept = context.fresh("value");
  return [
    `const ${kept}${any(context)} = ${at(code, level.loose)};`,
    ...storeTo(target, tight(kept), place, context),
  ];
}

/** Computing where the value goes has no effect and cannot fail. */
function isSettled(target: Expression, context: EmitContext): boolean {
  if (target.kind === "Attribute") return isPure(target.value, context);
  if (target.kind !== "Subscript" || !isPure(target.value, context)) return false;
  const { slice } = target;
  return slice.kind === "Slice"
    ? [slice.lower, slice.upper, slice.step].every((part) => !part || isPure(part, context))
    : isPure(slice, context) || isPlainSum(slice, context);
}

/** `i + 1` of whole numbers cannot fail. */
function isPlainSum(node: Expression, context: EmitContext): boolean {
  return (
    node.kind === "BinOp" &&
    context.kinds.of(node) === "int" &&
    (node.op === "Add" || node.op === "Sub") &&
    isPure(node.left, context) &&
    isPure(node.right, context)
  );
}

function nameTo(target: Name, value: EmittedCode, place: Node, context: EmitContext): string[] {
  const variable = context.names.variableOf(target)!;
  const name = variableText(variable, context);
  if (variable.scope.kind === "class")
    return [`${readVariable(target, variable, context).text} = ${at(value, level.loose)};`];
  if (context.declarations.at(variable) !== place) return [`${name} = ${at(value, level.loose)};`];
  const word = variable.bindings.length === 1 ? "const" : "let";
  return [`${word} ${name}${typeOfVariable(variable, context)} = ${at(value, level.loose)};`];
}

/** Stores a value that is already computed. */
export function storeTo(target: Expression, value: EmittedCode, place: Node, context: EmitContext): string[] {
  switch (target.kind) {
    case "Name":
      return nameTo(target, value, place, context);
    case "Attribute": {
      checkAttribute(target, target.attr, context);
      const name = mangled(target.attr, target);
      // A property without a setter must answer with Python's error, a function put into a class with ours.
      const plain =
        context.classes.methods(name).length === 0 && !context.kinds.of(target.value).startsWith("class ");
      const natural = plain ? naturalReceiver(target, context) : undefined;
      if (natural !== undefined) return [`${natural}.${name} = ${at(value, level.loose)};`];
      return [
        `${invoke(context.use("setAttr"), context.expression(target.value), quote(name), value).text};`,
      ];
    }
    case "Subscript": {
      if (target.slice.kind !== "Slice")
        return [
          `${invoke(context.use("setItem"), context.expression(target.value), writeKey(target.slice, context), value).text};`,
        ];
      const container = writeSliced(target, context);
      const [start, stop, step = tight("null")] = writeBounds(target.slice, context);
      return [`${invoke(context.use("setSlice"), container, start, stop, step, value).text};`];
    }
    case "Tuple":
    case "List":
      return unpackCode(target, value, place, context);
    case "Starred":
      return storeTo(target.value, value, place, context);
    default:
      context.refuse(target, "this target of an assignment");
      return [];
  }
}

function unpackTo(target: Sequence, value: Expression, place: Node, context: EmitContext): string[] {
  const flat = target.elts.every(({ kind }) => kind !== "Starred" && kind !== "Tuple" && kind !== "List");
  const matching =
    value.kind === "Tuple" &&
    value.elts.length === target.elts.length &&
    value.elts.every(({ kind }) => kind !== "Starred");
  if (!flat || !matching) return unpackCode(target, context.expression(value), place, context);
  const items = `[${value.elts.map((part) => at(context.expression(part), level.loose)).join(", ")}]`;
  return takeApart(target, items, place, context);
}

function unpackCode(target: Sequence, value: EmittedCode, place: Node, context: EmitContext): string[] {
  return takeApart(target, shapeText(flatSequence(target), at(value, level.loose), context), place, context);
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

function takeApart(target: Sequence, items: string, place: Node, context: EmitContext): string[] {
  const parts = target.elts.map((part) => (part.kind === "Starred" ? part.value : part));
  if (parts.length === 0) return [`${items};`];
  const simple = parts.every(
    (part) => part.kind === "Name" && context.names.variableOf(part)?.scope.kind !== "class",
  );
  if (simple) {
    const variables = parts.map((part) => context.names.variableOf(part)!);
    const declared = variables.every((one) => context.declarations.at(one) === place);
    const fixed = variables.every(({ bindings }) => bindings.length === 1);
    const pattern = patternText(target, context);
    const type = context.typed && declared ? ": any[]" : "";
    return [`${declared ? (fixed ? "const " : "let ") : ""}${pattern}${type} = ${items};`];
  }
  const kept = parts.map((part, index) => context.fresh(part.kind === "Name" ? part.id : `item${index + 1}`));
  const type = context.typed ? ": any[]" : "";
  return [
    `const [${kept.join(", ")}]${type} = ${items};`,
    ...parts.flatMap((part, index) => storeTo(part, tight(kept[index]!), place, context)),
  ];
}

export function writeAugmented(node: AugAssign, context: EmitContext): string[] {
  if (node.op === "MatMult") {
    context.refuse(node, "the operator `@=`");
    return [];
  }
  const { target } = node;
  const value = (): EmittedCode => context.expression(node.value);
  const combine = (old: EmittedCode): EmittedCode =>
    invoke(context.use(`i${operatorFunctions[node.op]}`), old, value());
  if (target.kind === "Name") return augmentName(node, target, context, combine);
  if (target.kind === "Attribute") {
    const once =
      isPure(target.value, context) && context.classes.methods(mangled(target.attr, target)).length === 0;
    const natural = once ? naturalReceiver(target, context) : undefined;
    if (natural !== undefined) {
      const text = `${natural}.${mangled(target.attr, target)}`;
      return [`${text} = ${at(combine(tight(text)), level.loose)};`];
    }
    const { lines, text } = keep(target.value, "target", context);
    const name = quote(mangled(target.attr, target));
    const old = invoke(context.use("attr"), text, name);
    return [...lines, `${invoke(context.use("setAttr"), text, name, combine(old)).text};`];
  }
  if (target.kind !== "Subscript" || target.slice.kind === "Slice") {
    context.refuse(node, "this target of an augmented assignment");
    return [];
  }
  const container = keep(target.value, "target", context);
  const key = keep(target.slice, "key", context);
  const old = invoke(context.use("getItem"), container.text, key.text);
  return [
    ...container.lines,
    ...key.lines,
    `${invoke(context.use("setItem"), container.text, key.text, combine(old)).text};`,
  ];
}

function augmentName(
  node: AugAssign,
  target: Name,
  context: EmitContext,
  combine: (old: EmittedCode) => EmittedCode,
): string[] {
  const variable = context.names.variableOf(target)!;
  const direct = directOperator(context.kinds.ofVariable(variable), node.op, context.kinds.of(node.value));
  const sure = !context.unsure.has(target);
  const name = variableText(variable, context);
  if (direct && sure && variable.scope.kind !== "class")
    return [`${name} ${direct[0]}= ${at(context.expression(node.value), level.loose)};`];
  return nameTo(target, combine(readVariable(target, variable, context)), node, context);
}

/** An expression that is needed twice and must be computed once. */
function keep(node: Expression, wish: string, context: EmitContext): { lines: string[]; text: string } {
  const code = context.expression(node);
  if (isPure(node, context)) return { lines: [], text: at(code, level.loose) };
  const name = context.fresh(wish);
  return { lines: [`const ${name}${any(context)} = ${at(code, level.loose)};`], text: name };
}
