import type { Expression, For, While } from "../../tree/nodes.ts";
import { at, braces, level, tight } from "./code.ts";
import { any, type Context } from "./context.ts";
import { dictLoop } from "./dict-loops.ts";
import { patternText } from "./patterns.ts";
import { storeTo } from "./assignments.ts";

export function writeWhile(node: While, ctx: Context): string[] {
  return withElse(node, ctx, (body) => braces(`while (${ctx.test(node.test).text})`, body));
}

export function writeFor(node: For, ctx: Context): string[] {
  if (node.kind === "AsyncFor") {
    ctx.refuse(node, "`async for`");
    return [];
  }
  const { target } = node;
  const lean = dictLoop(node.iter, target, ctx);
  const source = lean ?? iterated(node.iter, ctx);
  if (lean !== undefined && target.kind === "Tuple" && isTogether(target, node, ctx)) {
    const word = pairWord(target, node, ctx);
    return withElse(node, ctx, (body) =>
      braces(`for (${word}${patternText(target, ctx)} of ${source})`, body),
    );
  }
  if (target.kind === "Name" && ctx.names.variableOf(target)!.scope.kind !== "class") {
    const variable = ctx.names.variableOf(target)!;
    const name = patternText(target, ctx);
    const word =
      ctx.declarations.at(variable) === node ? (variable.bindings.length === 1 ? "const " : "let ") : "";
    return withElse(node, ctx, (body) => braces(`for (${word}${name} of ${source})`, body));
  }
  const item = ctx.fresh("item");
  const lines = storeTo(target, tight(item), node, ctx);
  return withElse(node, ctx, (body) => braces(`for (const ${item} of ${source})`, [...lines, ...body]));
}

type Pair = Extract<Expression, { kind: "Tuple" | "List" }>;

/** Are all names of the target declared by the loop, or none? */
function isTogether(target: Pair, node: For, ctx: Context): boolean {
  const variables = target.elts.map((part) => ctx.names.variableOf(part)!);
  if (variables.some(({ scope }) => scope.kind === "class")) return false;
  return new Set(variables.map((one) => ctx.declarations.at(one) === node)).size === 1;
}

function pairWord(target: Pair, node: For, ctx: Context): string {
  const variables = target.elts.map((part) => ctx.names.variableOf(part)!);
  if (ctx.declarations.at(variables[0]!) !== node) return "";
  return variables.every(({ bindings }) => bindings.length === 1) ? "const " : "let ";
}

/** What JavaScript's `for … of` goes through: lists, ranges and texts as they are. */
function iterated(node: Expression, ctx: Context): string {
  const kind = ctx.kinds.of(node);
  const code = ctx.expression(node);
  if (kind === "list" || kind === "str") return at(code, level.tight);
  return `${ctx.use("iterate")}(${at(code, level.loose)})`;
}

/** A loop and its `else`, which runs unless the loop was left by `break`. */
function withElse(node: For | While, ctx: Context, loop: (body: string[]) => string[]): string[] {
  const frame = ctx.frames.at(-1)!;
  const flag = node.orelse.length > 0 ? ctx.fresh("left") : undefined;
  frame.loops.push({ flag });
  const body = ctx.statements(node.body);
  frame.loops.pop();
  if (flag === undefined) return loop(body);
  return [
    `let ${flag}${any(ctx)} = false;`,
    ...loop(body),
    ...braces(`if (!${flag})`, ctx.statements(node.orelse)),
  ];
}

export function writeBreak(ctx: Context): string[] {
  const flag = ctx.frames.at(-1)!.loops.at(-1)?.flag;
  return flag === undefined ? ["break;"] : [`${flag} = true;`, "break;"];
}
