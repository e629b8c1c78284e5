import { parseSync } from "oxc-parser";
import { childrenOf, type SyntaxNode } from "../../scripts/structure/syntax-nodes.ts";

/** A title that a test file writes. What a template or a row fills in stands as `%s`. */
export type TestTitle = Readonly<{
  title: string;
  /** The titles of the groups around it, the outermost first. */
  groups: readonly string[];
  isGroup: boolean;
}>;

const tests = new Set(["it", "test"]);

/** The titles of a test file, in its order. A title that is a variable is not read. */
export function testTitlesIn(path: string, text: string): TestTitle[] {
  const titles: TestTitle[] = [];
  const visit = (node: SyntaxNode, groups: readonly string[]): void => {
    const title = titleOf(node);
    const isGroup = title !== undefined && calledBy(node) === "describe";
    if (title !== undefined) titles.push({ title, groups, isGroup });
    for (const child of childrenOf(node)) visit(child, isGroup ? [...groups, title] : groups);
  };
  visit(parseSync(path, text).program as unknown as SyntaxNode, []);
  return titles;
}

function titleOf(node: SyntaxNode): string | undefined {
  if (node.type !== "CallExpression") return undefined;
  const caller = calledBy(node);
  if (caller !== "describe" && !tests.has(caller ?? "")) return undefined;
  const [first] = node["arguments"] as readonly SyntaxNode[];
  if (first?.type === "Literal" && typeof first["value"] === "string") return first["value"];
  if (first?.type !== "TemplateLiteral") return undefined;
  const pieces = first["quasis"] as readonly { value: { cooked: string } }[];
  return pieces.map(({ value }) => value.cooked).join("%s");
}

/** `test` of `test(…)`, `test.only(…)` and `test.each(…)(…)`. */
function calledBy(node: SyntaxNode): string | undefined {
  if (node.type === "Identifier") return String(node["name"]);
  const inner = node["object"] ?? node["callee"];
  return inner === undefined ? undefined : calledBy(inner as SyntaxNode);
}
