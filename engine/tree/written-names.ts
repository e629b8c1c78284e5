import type { Expression, Name, Node } from "./nodes.ts";

/** Whether a node is this name. */
export function isName(node: Node | null | undefined, id: string): node is Name {
  return node?.kind === "Name" && node.id === id;
}

/** `c` of `a.b.c` and of `c`; empty for what has no name. */
export function lastName(node: Node | undefined): string {
  return node?.kind === "Attribute" ? node.attr : node?.kind === "Name" ? node.id : "";
}

/** `a.b.c` as it is written without spaces; undefined for all that is no plain path. */
export function dottedName(node: Node): string | undefined {
  const root = rootOf(node);
  return root.kind === "Name" ? [root.id, ...attributesOf(node)].join(".") : undefined;
}

/** `a` of `a.b.c`, whatever kind of expression it is. */
export function rootOf<Whole extends Node>(node: Whole): Whole | Expression {
  let at: Whole | Expression = node;
  while (at.kind === "Attribute") at = (at as Extract<Expression, { kind: "Attribute" }>).value;
  return at;
}

/** `b` and `c` of `a.b.c`. */
export function attributesOf(node: Node): string[] {
  const names: string[] = [];
  for (let at = node; at.kind === "Attribute"; at = at.value) names.unshift(at.attr);
  return names;
}
