import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { parseSync } from "oxc-parser";
import { childrenOf, isNode, type SyntaxNode } from "./syntax-nodes.ts";

/** A regular expression as a file writes it. */
export type WrittenPattern = Readonly<{
  /** `path:line`. */
  place: string;
  source: string;
  flags: string;
}>;

export type FilePatterns = Readonly<{
  /** Those whose text can be read off the file. */
  patterns: readonly WrittenPattern[];
  /** Where a text becomes a pattern that cannot: somebody else may have written it. */
  unknown: readonly string[];
}>;

/** The patterns of all files in a folder. */
export function patternsIn(root: string, folder: string): FilePatterns {
  const files = globSync(`${folder}/**/*.{ts,mjs}`, { cwd: root, exclude: ["**/node_modules", "**/dist"] })
    .toSorted()
    .map((path) => readPatterns(path.replaceAll(sep, "/"), readFileSync(join(root, path), "utf8")));
  return {
    patterns: files.flatMap(({ patterns }) => patterns),
    unknown: files.flatMap(({ unknown }) => unknown),
  };
}

const searches = new Set(["match", "matchAll", "search"]);

/**
 * The patterns of a file: literals, and what `RegExp` makes of constants. A constant is a literal, a template or a sum
 * of constants, or a `const` of the same file that is one.
 */
function readPatterns(path: string, text: string): FilePatterns {
  const program = parseSync(path, text).program as unknown as SyntaxNode;
  const constants = readConstants(program);
  const patterns: WrittenPattern[] = [];
  const unknown: string[] = [];
  const lineAt = lineFinder(text);

  const visit = (node: SyntaxNode, isSplit: boolean): void => {
    const placeOf = (): string => `${path}:${lineAt(Number(node["start"]))}`;
    const [first, second] = (node["arguments"] as readonly SyntaxNode[] | undefined) ?? [];
    if (node.type === "Literal" && isObject(node["regex"])) {
      const { pattern: source, flags } = node["regex"] as { pattern: string; flags: string };
      patterns.push({
        place: placeOf(),
        source,
        flags: isSplit && !flags.includes("g") ? `${flags}g` : flags,
      });
    } else if (isCallOf(node, "RegExp")) {
      const source = first && constantText(first, constants);
      const flags = second ? constantText(second, constants) : "";
      if (source === undefined || flags === undefined) unknown.push(`${placeOf()} makes a pattern of a text`);
      else patterns.push({ place: placeOf(), source, flags });
    } else if (searches.has(methodOf(node)) && first && !second && isText(first, program)) {
      unknown.push(`${placeOf()} searches for a text as if it were a pattern`);
    } else if (isNamed(node, "RegExp") && node.type === "Identifier") {
      unknown.push(`${placeOf()} passes RegExp on`);
    }
    const splits = methodOf(node) === "split";
    for (const child of childrenOf(node))
      if (!isHarmless(node, child)) visit(child, splits && child === first);
  };
  visit(program, false);
  return { patterns, unknown };
}

/** `RegExp` where it makes nothing: called, asked for one of its functions, or compared with. */
function isHarmless(node: SyntaxNode, child: SyntaxNode): boolean {
  if (!isNamed(child, "RegExp")) return false;
  if (node.type === "BinaryExpression") return node["operator"] === "instanceof";
  return isCallOf(node, "RegExp") || node.type === "MemberExpression" || node.type.startsWith("TS");
}

function isCallOf(node: SyntaxNode, name: string): boolean {
  return (node.type === "NewExpression" || node.type === "CallExpression") && isNamed(node["callee"], name);
}

function methodOf({ type, callee }: SyntaxNode): string {
  if (type !== "CallExpression" || !isNode(callee) || callee.type !== "MemberExpression") return "";
  return isNode(callee["property"]) ? String(callee["property"]["name"]) : "";
}

type Constants = ReadonlyMap<string, string>;

/** The texts that names stand for throughout the file, in the order in which they are declared. */
function readConstants(program: SyntaxNode): Constants {
  const constants = new Map<string, string>();
  for (const statement of program["body"] as readonly SyntaxNode[]) {
    const declared = isNode(statement["declaration"]) ? statement["declaration"] : statement;
    if (declared.type !== "VariableDeclaration" || declared["kind"] !== "const") continue;
    for (const { id, init } of declared["declarations"] as readonly SyntaxNode[]) {
      const text = isNode(init) ? constantText(init, constants) : undefined;
      if (text !== undefined && isNode(id)) constants.set(String(id["name"]), text);
    }
  }
  return constants;
}

function constantText(node: SyntaxNode, constants: Constants): string | undefined {
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : undefined;
  if (node.type === "Identifier") return constants.get(String(node["name"]));
  if (node.type === "TemplateLiteral") return templateText(node, "cooked", constants);
  if (node.type === "TaggedTemplateExpression" && isStringRaw(node["tag"]))
    return templateText(node["quasi"] as SyntaxNode, "raw", constants);
  if (node.type !== "BinaryExpression" || node["operator"] !== "+") return undefined;
  const [left, right] = [node["left"], node["right"]].map((side) =>
    constantText(side as SyntaxNode, constants),
  );
  return left === undefined || right === undefined ? undefined : left + right;
}

function templateText(node: SyntaxNode, form: "cooked" | "raw", constants: Constants): string | undefined {
  const pieces = (node["quasis"] as readonly { value: Record<string, string> }[]).map(
    ({ value }) => value[form]!,
  );
  const texts = (node["expressions"] as readonly SyntaxNode[]).map((hole) => constantText(hole, constants));
  if (texts.includes(undefined)) return undefined;
  return pieces.map((piece, n) => piece + (texts[n] ?? "")).join("");
}

function isStringRaw(tag: unknown): boolean {
  return isNode(tag) && isNamed(tag["object"], "String") && isNamed(tag["property"], "raw");
}

/** What is surely a text: written as one, or a name that is declared as one. */
function isText(node: SyntaxNode, program: SyntaxNode): boolean {
  if (node.type === "Literal") return typeof node["value"] === "string";
  if (node.type !== "Identifier")
    return ["TemplateLiteral", "TaggedTemplateExpression", "BinaryExpression"].includes(node.type);
  return isDeclaredText(program, String(node["name"]));
}

function isDeclaredText(node: SyntaxNode, name: string): boolean {
  if (node.type === "Identifier" && node["name"] === name && isNode(node["typeAnnotation"])) {
    const type = node["typeAnnotation"]["typeAnnotation"];
    if (isNode(type) && type.type === "TSStringKeyword") return true;
  }
  if (node.type === "VariableDeclarator" && isNamed(node["id"], name)) {
    const { init } = node;
    if (isNode(init) && init.type !== "Identifier" && isText(init, node)) return true;
  }
  return childrenOf(node).some((child) => isDeclaredText(child, name));
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

function isNamed(node: unknown, name: string): boolean {
  return isNode(node) && node.type === "Identifier" && node["name"] === name;
}

function lineFinder(text: string): (offset: number) => number {
  const starts = Array.from(text.matchAll(/^/gm), ({ index }) => index);
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}
