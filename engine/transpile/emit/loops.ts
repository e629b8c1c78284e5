import type { Expression, For, While } from "../../tree/nodes.ts";
import { at, braces, level, tight } from "./code.ts";
import { any, type EmitContext } from "./context.ts";
import { dictLoop } from "./dict-loops.ts";
import { patternText } from "./patterns.ts";
import { storeTo } from "./assignments.ts";

export function writeWhile(node: While, context: EmitContext): string[] {
  return withElse(node, context, (body) => braces(`while (${context.test(node.test).text})`, body));
}

export function writeFor(node: For, context: EmitContext): string[] {
  if (node.kind === "AsyncFor") {
    context.refuse(node, "`async for`");
    return [];
  }
  const { target } = node;
  const lean = dictLoop(node.iter, target, context);
  const source = lean ?? iterated(node.iter, context);
  if (lean !== undefined && target.kind === "Tuple" && isTogether(target, node, context)) {
    const word = pairWord(target, node, context);
    return withElse(node, context, (body) =>
      braces(`for (${word}${patternText(target, context)} of ${source})`, body),
    );
  }
  if (target.kind === "Name" && context.names.variableOf(target)!.scope.kind !== "class") {
    const variable = context.names.variableOf(target)!;
    const name = patternText(target, context);
    const word =
      context.declarations.at(variable) === node ? (variable.bindings.length === 1 ? "const " : "let ") : "";
    return withElse(node, context, (body) => braces(`for (${word}${name} of ${source})`, body));
  }
  const item = context.fresh("item");
  const lines = storeTo(target, tight(item), node, context);
  return withElse(node, context, (body) => braces(`for (const ${item} of ${source})`, [...lines, ...body]));
}

type Pair = Extract<Expression, { kind: "Tuple" | "List" }>;

/** Are all names of the target declared by the loop, or none? */
function isTogether(target: Pair, node: For, context: EmitContext): boolean {
  const variables = target.elts.map((part) => context.names.variableOf(part)!);
  if (variables.some(({ scope }) => scope.kind === "class")) return false;
  return new Set(variables.map((one) => context.declarations.at(one) === node)).size === 1;
}

function pairWord(target: Pair, node: For, context: EmitContext): string {
  const variables = target.elts.map((part) => context.names.variableOf(part)!);
  if (context.declarations.at(variables[0]!) !== node) return "";
  return variables.every(({ bindings }) => bindings.length === 1) ? "const " : "let ";
}

/** What JavaScript's `for … of` iterates over: lists, ranges and texts as they are. */
function iterated(node: Expression, context: EmitContext): string {
  const kind = context.kinds.of(node);
  const code = context.expression(node);
  if (kind === "list" || kind === "str") return at(code, level.tight);
  return `${context.use("iterate")}(${at(code, level.loose)})`;
}

/** A loop and its `else`, which runs unless the loop was left by `break`. */
function withElse(node: For | While, context: EmitContext, loop: (body: string[]) => string[]): string[] {
  const frame = context.frames.at(-1)!;
  const flag = node.orelse.length > 0 ? context.fresh("left") : undefined;
  frame.loops.push({ flag });
  const body = context.statements(node.body);
  frame.loops.pop();
  if (flag === undefined) return loop(body);
  return [
    `let ${flag}${any(context)} = false;`,
    ...loop(body),
    ...braces(`if (!${flag})`, context.statements(node.orelse)),
  ];
}

export function writeBreak(context: EmitContext): string[] {
  const flag = context.frames.at(-1)!.loops.at(-1)?.flag;
  return flag === undefined ? ["break;"] : [`${flag} = true;`, "break;"];
}
