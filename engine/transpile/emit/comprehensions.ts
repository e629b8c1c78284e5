import type { Comprehension, Expression, Node } from "../../tree/nodes.ts";
import { everyNode } from "../children.ts";
import { at, level, loose, tight, type EmittedCode } from "./code.ts";
import { any, type EmitContext } from "./context.ts";
import { dictLoop } from "./dict-loops.ts";
import { patternText, shapeText } from "./patterns.ts";

type Collecting = Extract<Expression, { kind: "ListComp" | "SetComp" | "GeneratorExp" | "DictComp" }>;

export function writeComprehension(node: Collecting, context: EmitContext): EmittedCode {
  if (node.generators.some(({ is_async }) => is_async))
    return context.refuse(node, "an asynchronous comprehension");
  const quiet = (node.kind === "SetComp" || hidesOrder(node, context)) && isQuiet(node, context);
  if (isCaptured(node, context))
    return node.kind === "GeneratorExp"
      ? context.refuse(node, "a generator expression whose variable a function keeps")
      : writeLoop(node, context, quiet);
  const steps = writeSteps(node, 0, context, quiet);
  if (node.kind === "GeneratorExp") return steps;
  return collected(node, steps, context);
}

function collected(node: Collecting, steps: EmittedCode, context: EmitContext): EmittedCode {
  if (node.kind === "SetComp") return tight(`${context.use("SetValue")}.of(${at(steps, level.loose)})`);
  if (node.kind === "DictComp") return tight(`${context.use("Dict")}.of(${at(steps, level.loose)})`);
  return tight(`${at(steps, level.tight)}.toArray()`);
}

/** `iterate(xs).filter(…).map(…)`, each step taken only when the next item is asked for, as Python does. */
function writeSteps(node: Collecting, index: number, context: EmitContext, unordered: boolean): EmittedCode {
  const part = node.generators[index]!;
  const lean = dictLoop(part.iter, part.target, context);
  const source = lean ?? at(context.expression(part.iter), level.loose);
  let steps = `${context.use(unordered ? "iterateUnordered" : "iterate")}(${source})`;
  const { text: parameter, unpacked } = parameterOf(part, context, lean !== undefined);
  if (unpacked) steps += `.map((item${any(context)}) => ${unpacked})`;
  for (const test of part.ifs) steps += `.filter((${parameter}) => ${context.test(test).text})`;
  if (index < node.generators.length - 1)
    return tight(
      `${steps}.flatMap((${parameter}) => ${writeSteps(node, index + 1, context, unordered).text})`,
    );
  if (node.kind !== "DictComp" && !unpacked && isSame(node.elt, part.target)) return tight(steps);
  return tight(`${steps}.map((${parameter}) => ${elementOf(node, context).text})`);
}

function elementOf(node: Collecting, context: EmitContext): EmittedCode {
  if (node.kind !== "DictComp") return context.expression(node.elt);
  return tight(
    `[${at(context.expression(node.key), level.loose)}, ${at(context.expression(node.value), level.loose)}]`,
  );
}

function isSame(element: Expression, target: Expression): boolean {
  return element.kind === "Name" && target.kind === "Name" && element.id === target.id;
}

function parameterOf(
  part: Comprehension,
  context: EmitContext,
  paired: boolean,
): { text: string; unpacked: string | undefined } {
  const { target } = part;
  const pattern = patternText(target, context);
  if (target.kind === "Name" || paired) return { text: pattern + any(context), unpacked: undefined };
  return { text: pattern + (context.typed ? ": any" : ""), unpacked: shapeText(target, "item", context) };
}

/** A variable that functions made in the comprehension share: one variable, not one for each step. */
function writeLoop(node: Collecting, context: EmitContext, unordered: boolean): EmittedCode {
  const variables = [...context.names.inside(node)!.variables.values()].map(
    (one) => context.nameOf(one) + any(context),
  );
  const lines = [`let ${variables.join(", ")};`, `const items${context.typed ? ": any[]" : ""} = [];`];
  const element = at(elementOf(node, context), level.loose);
  let inner = [`items.push(${element});`];
  for (const part of node.generators.toReversed()) {
    for (const test of part.ifs.toReversed())
      inner = [`if (${context.test(test).text}) {`, ...inner.map((line) => `  ${line}`), "}"];
    const source = `${context.use(unordered ? "iterateUnordered" : "iterate")}(${at(context.expression(part.iter), level.loose)})`;
    const isName = part.target.kind === "Name";
    const head = isName
      ? `for (${patternText(part.target, context)} of ${source}) {`
      : `for (const item of ${source}) {`;
    const unpacking = isName
      ? []
      : [`${patternText(part.target, context)} = ${shapeText(part.target, "item", context)};`];
    inner = [head, ...[...unpacking, ...inner].map((line) => `  ${line}`), "}"];
  }
  const body = [...lines, ...inner, "return items;"].map((line) => `  ${line}`);
  const items = loose(["(() => {", ...body, "})()"].join("\n"));
  return node.kind === "ListComp" ? tight(items.text) : collected(node, tight(items.text), context);
}

function isCaptured(node: Collecting, context: EmitContext): boolean {
  return [...context.names.inside(node)!.variables.values()].some(({ isCaptured }) => isCaptured);
}

/** Functions whose answer does not depend on the order of the items. */
function hidesOrder(node: Collecting, context: EmitContext): boolean {
  const call = node.parent;
  if (
    node.kind !== "GeneratorExp" ||
    call?.kind !== "Call" ||
    call.func.kind !== "Name" ||
    context.names.variableOf(call.func)
  )
    return false;
  if (call.args.length !== 1 || call.keywords.length > 0) return false;
  if (call.func.id === "sum") return context.kinds.of(node.elt) === "int";
  return ["any", "all", "set", "frozenset", "sorted", "min", "max"].includes(call.func.id);
}

const quietBuiltins = new Set("abs len int float str ord chr min max round bool tuple frozenset".split(" "));

/** Nothing in it can show in which order its items come. */
function isQuiet(node: Node, context: EmitContext): boolean {
  for (const part of everyNode(node)) {
    if (part.kind === "NamedExpr" || part.kind === "Lambda") return false;
    if (part.kind !== "Call") continue;
    const plain =
      part.func.kind === "Name" && !context.names.variableOf(part.func) && quietBuiltins.has(part.func.id);
    const onText = part.func.kind === "Attribute" && context.kinds.of(part.func.value) === "str";
    if (!plain && !onText) return false;
  }
  return true;
}
