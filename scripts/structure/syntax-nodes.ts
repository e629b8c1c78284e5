/** A node of the syntax tree of oxc-parser, or anything inside one. */
export type SyntaxNode = Readonly<{ type: string }> & Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is SyntaxNode {
  return value !== null && typeof value === "object" && typeof (value as SyntaxNode).type === "string";
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flat().filter(isNode);
}
