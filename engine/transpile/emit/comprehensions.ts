import type { Comprehension, Expression, Node } from "../../tree/nodes.ts";
import { everyNode } from "../children.ts";
import { at, level, loose, tight, type Code } from "./code.ts";
import { any, type Context } from "./context.ts";
import { dictLoop } from "./dict-loops.ts";
import { patternText, shapeText } from "./patterns.ts";

type Collecting = Extract<Expression, { kind: "ListComp" | "SetComp" | "GeneratorExp" | "DictComp" }>;

export function writeComprehension(node: Collecting, ctx: Context): Code {
  if (node.generators.some(({ is_async }) => is_async))
    return ctx.refuse(node, "an asynchronous comprehension");
  const quiet = (node.kind === "SetComp" || hidesOrder(node, ctx)) && isQuiet(node, ctx);
  if (isCaptured(node, ctx))
    return node.kind === "GeneratorExp"
      ? ctx.refuse(node, "a generator expression whose variable a function keeps")
      : writeLoop(node, ctx, quiet);
  const steps = writeSteps(node, 0, ctx, quiet);
  if (node.kind === "GeneratorExp") return steps;
  return collected(node, steps, ctx);
}

function collected(node: Collecting, steps: Code, ctx: Context): Code {
  if (node.kind === "SetComp") return tight(`${ctx.use("SetValue")}.of(${at(steps, level.loose)})`);
  if (node.kind === "DictComp") return tight(`${ctx.use("Dict")}.of(${at(steps, level.loose)})`);
  return tight(`${at(steps, level.tight)}.toArray()`);
}

/** `iterate(xs).filter(…).map(…)`, each step taken only when the next item is asked for, as Python does. */
function writeSteps(node: Collecting, index: number, ctx: Context, unordered: boolean): Code {
  const part = node.generators[index]!;
  const lean = dictLoop(part.iter, part.target, ctx);
  const source = lean ?? at(ctx.expression(part.iter), level.loose);
  let steps = `${ctx.use(unordered ? "iterateUnordered" : "iterate")}(${source})`;
  const { text: parameter, unpacked } = parameterOf(part, ctx, lean !== undefined);
  if (unpacked) steps += `.map((item${any(ctx)}) => ${unpacked})`;
  for (const test of part.ifs) steps += `.filter((${parameter}) => ${ctx.test(test).text})`;
  if (index < node.generators.length - 1)
    return tight(`${steps}.flatMap((${parameter}) => ${writeSteps(node, index + 1, ctx, unordered).text})`);
  if (node.kind !== "DictComp" && !unpacked && isSame(node.elt, part.target)) return tight(steps);
  return tight(`${steps}.map((${parameter}) => ${elementOf(node, ctx).text})`);
}

function elementOf(node: Collecting, ctx: Context): Code {
  if (node.kind !== "DictComp") return ctx.expression(node.elt);
  return tight(
    `[${at(ctx.expression(node.key), level.loose)}, ${at(ctx.expression(node.value), level.loose)}]`,
  );
}

function isSame(element: Expression, target: Expression): boolean {
  return element.kind === "Name" && target.kind === "Name" && element.id === target.id;
}

function parameterOf(
  part: Comprehension,
  ctx: Context,
  paired: boolean,
): { text: string; unpacked: string | undefined } {
  const { target } = part;
  const pattern = patternText(target, ctx);
  if (target.kind === "Name" || paired) return { text: pattern + any(ctx), unpacked: undefined };
  return { text: pattern + (ctx.typed ? ": any" : ""), unpacked: shapeText(target, "item", ctx) };
}

/** A variable that functions made in the comprehension share: one variable, not one for each step. */
function writeLoop(node: Collecting, ctx: Context, unordered: boolean): Code {
  const variables = [...ctx.names.inside(node)!.variables.values()].map((one) => ctx.nameOf(one) + any(ctx));
  const lines = [`let ${variables.join(", ")};`, `const items${ctx.typed ? ": any[]" : ""} = [];`];
  const element = at(elementOf(node, ctx), level.loose);
  let inner = [`items.push(${element});`];
  for (const part of node.generators.toReversed()) {
    for (const test of part.ifs.toReversed())
      inner = [`if (${ctx.test(test).text}) {`, ...inner.map((line) => `  ${line}`), "}"];
    const source = `${ctx.use(unordered ? "iterateUnordered" : "iterate")}(${at(ctx.expression(part.iter), level.loose)})`;
    const isName = part.target.kind === "Name";
    const head = isName
      ? `for (${patternText(part.target, ctx)} of ${source}) {`
      : `for (const item of ${source}) {`;
    const unpacking = isName
      ? []
      : [`${patternText(part.target, ctx)} = ${shapeText(part.target, "item", ctx)};`];
    inner = [head, ...[...unpacking, ...inner].map((line) => `  ${line}`), "}"];
  }
  const body = [...lines, ...inner, "return items;"].map((line) => `  ${line}`);
  const items = loose(["(() => {", ...body, "})()"].join("\n"));
  return node.kind === "ListComp" ? tight(items.text) : collected(node, tight(items.text), ctx);
}

function isCaptured(node: Collecting, ctx: Context): boolean {
  return [...ctx.names.inside(node)!.variables.values()].some(({ isCaptured }) => isCaptured);
}

/** Functions whose answer does not depend on the order of the items. */
function hidesOrder(node: Collecting, ctx: Context): boolean {
  const call = node.parent;
  if (
    node.kind !== "GeneratorExp" ||
    call?.kind !== "Call" ||
    call.func.kind !== "Name" ||
    ctx.names.variableOf(call.func)
  )
    return false;
  if (call.args.length !== 1 || call.keywords.length > 0) return false;
  if (call.func.id === "sum") return ctx.kinds.of(node.elt) === "int";
  return ["any", "all", "set", "frozenset", "sorted", "min", "max"].includes(call.func.id);
}

const quietBuiltins = new Set("abs len int float str ord chr min max round bool tuple frozenset".split(" "));

/** Nothing in it can show in which order its items come. */
function isQuiet(node: Node, ctx: Context): boolean {
  for (const part of everyNode(node)) {
    if (part.kind === "NamedExpr" || part.kind === "Lambda") return false;
    if (part.kind !== "Call") continue;
    const plain =
      part.func.kind === "Name" && !ctx.names.variableOf(part.func) && quietBuiltins.has(part.func.id);
    const onText = part.func.kind === "Attribute" && ctx.kinds.of(part.func.value) === "str";
    if (!plain && !onText) return false;
  }
  return true;
}
