/** A node of the syntax tree of oxc-parser, or anything inside one. */
export type SyntaxNode = Readonly<{ type: string }> & Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is SyntaxNode {
  return value !== null && typeof value === "object" && typeof (value as SyntaxNode).type === "string";
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) children.push(...value.filter(isNode));
    else if (isNode(value)) children.push(value);
  }
  return children;
}
