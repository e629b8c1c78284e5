import type { Statement } from "../../tree/nodes.ts";
import { storeTo } from "./assignments.ts";
import { at, braces, level, tight } from "./code.ts";
import { any, type Context } from "./context.ts";

type With = Extract<Statement, { kind: "With" | "AsyncWith" }>;

export function writeWith(node: With, ctx: Context): string[] {
  if (node.kind === "AsyncWith") {
    ctx.refuse(node, "`async with`");
    return [];
  }
  return writeItem(node, 0, ctx);
}

/** Each manager is left in turn, the last entered first, however its block ends. */
function writeItem(node: With, index: number, ctx: Context): string[] {
  const item = node.items[index];
  if (!item) return ctx.statements(node.body);
  const manager = ctx.fresh("manager");
  const failed = ctx.fresh("failed");
  const thrown = ctx.fresh("thrown");
  const lines = [`const ${manager} = ${at(ctx.expression(item.context_expr), level.loose)};`];
  const enter = tight(`${ctx.use("enter")}(${manager})`);
  if (item.optional_vars) lines.push(...storeTo(item.optional_vars, enter, node, ctx));
  else lines.push(`${enter.text};`);
  lines.push(`let ${failed}${any(ctx)} = false;`);
  const exit = ctx.use("exit");
  return [
    ...lines,
    "try {",
    ...braces("", writeItem(node, index + 1, ctx)).slice(1, -1),
    `} catch (${thrown}) {`,
    `  ${failed} = true;`,
    `  if (!${exit}(${manager}, ${thrown})) throw ${thrown};`,
    "} finally {",
    `  if (!${failed}) ${exit}(${manager});`,
    "}",
  ];
}
