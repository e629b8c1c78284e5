import type { Constant, Node } from "./nodes.ts";

type TextLiteral = Constant & { readonly value: { readonly type: "str" } };

/** Whether a node writes text: `"a"`. */
export function isTextLiteral(node: Node | undefined): node is TextLiteral {
  return node?.kind === "Constant" && node.value.type === "str";
}

/** Whether a node writes `None`. */
export function isNoneLiteral(node: Node | undefined): boolean {
  return node?.kind === "Constant" && node.value.type === "none";
}
