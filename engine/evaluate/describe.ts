import type { DataOf } from "../findings/data.ts";
import type { Expression, Node } from "../tree/nodes.ts";

/** What an expression is called in a message: names only, never the text of a literal. */
export function shown(node: Node): string {
  const path = pathOf(node as Expression);
  return path === undefined ? "this value" : `\`${path}\``;
}

function pathOf(node: Expression): string | undefined {
  if (node.kind === "Name") return node.id;
  if (node.kind === "Attribute") {
    const base = pathOf(node.value);
    return base === undefined ? undefined : `${base}.${node.attr}`;
  }
  if (node.kind === "Call") {
    const base = pathOf(node.func);
    return base === undefined ? undefined : `${base}(…)`;
  }
  return undefined;
}

/** A type's name in a message. */
export function typeName(type: string): string {
  if (type === "NoneType") return "None";
  return type === "text" ? "a string" : type === "growing" ? "a list" : `\`${type}\``;
}

/** What is known of a None that something is asked of. */
export function noneUsed(node: Node): DataOf<"none used"> {
  return { kind: "none used", name: pathOf(node as Expression) };
}
