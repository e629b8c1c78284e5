import type { Statement } from "../../tree/nodes.ts";
import { storeTo } from "./assignments.ts";
import { at, braces, level, tight } from "./code.ts";
import { any, type EmitContext } from "./context.ts";

type With = Extract<Statement, { kind: "With" | "AsyncWith" }>;

export function writeWith(node: With, context: EmitContext): string[] {
  if (node.kind === "AsyncWith") {
    context.refuse(node, "`async with`");
    return [];
  }
  return writeItem(node, 0, context);
}

/** Each manager is left in turn, the last entered first, however its block ends. */
function writeItem(node: With, index: number, context: EmitContext): string[] {
  const item = node.items[index];
  if (!item) return context.statements(node.body);
  const manager = context.fresh("manager");
  const failed = context.fresh("failed");
  const thrown = context.fresh("thrown");
  const lines = [`const ${manager} = ${at(context.expression(item.context_expr), level.loose)};`];
  const enter = tight(`${context.use("enter")}(${manager})`);
  if (item.optional_vars) lines.push(...storeTo(item.optional_vars, enter, node, context));
  else lines.push(`${enter.text};`);
  lines.push(`let ${failed}${any(context)} = false;`);
  const exit = context.use("exit");
  return [
    ...lines,
    "try {",
    ...braces("", writeItem(node, index + 1, context)).slice(1, -1),
    `} catch (${thrown}) {`,
    `  ${failed} = true;`,
    `  if (!${exit}(${manager}, ${thrown})) throw ${thrown};`,
    "} finally {",
    `  if (!${failed}) ${exit}(${manager});`,
    "}",
  ];
}
