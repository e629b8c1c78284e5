import { parseSync } from "oxc-parser";
import { childrenOf, isNode, type SyntaxNode } from "./syntax-nodes.ts";

type DeclaredType = Readonly<{ name: string; isExported: boolean }>;

/** What a file says in types. */
export type FileTypes = Readonly<{
  /** The types, interfaces and classes it declares at its top level. */
  declared: readonly DeclaredType[];
  /** How often it writes the type `any`. */
  anys: number;
  /** It declares types and nothing that is there when the program runs. */
  isTypesOnly: boolean;
}>;

const typeKinds = new Set(["TSTypeAliasDeclaration", "TSInterfaceDeclaration"]);

export function readTypes(path: string, text: string): FileTypes {
  const { body } = parseSync(path, text).program as unknown as { body: readonly SyntaxNode[] };
  const statements = body
    .filter(({ type }) => type !== "ImportDeclaration")
    .map((node) => (isNode(node["declaration"]) ? { ...node["declaration"], isExported: true } : node));
  const declared = statements.filter(({ type }) => typeKinds.has(type) || type === "ClassDeclaration");
  return {
    declared: declared.flatMap(({ id, isExported = false }) =>
      isNode(id) ? [{ name: String(id["name"]), isExported: isExported === true }] : [],
    ),
    anys: /\bany\b/.test(text) ? body.reduce((sum, node) => sum + anysIn(node), 0) : 0,
    isTypesOnly: statements.every(({ type }) => typeKinds.has(type)),
  };
}

function anysIn(node: SyntaxNode): number {
  if (node.type === "TSAnyKeyword") return 1;
  return childrenOf(node).reduce((sum, child) => sum + anysIn(child), 0);
}
