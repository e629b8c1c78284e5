import { parseSync } from "oxc-parser";
import { toMutants, type Edit, type Mutant } from "./mutant.ts";
import { queryEdits } from "./query-edits.ts";

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const operatorSwaps: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "&&": ["||"],
  "||": ["&&"],
};
const memberSwaps: ReadonlyMap<string, string> = new Map([
  ["some", "every"],
  ["every", "some"],
  ["min", "max"],
  ["max", "min"],
]);
/** What is logged, measured or said to people is not what these tests are about. */
const ignoredCalls = /^(?:[\w.]+\.)?(?:log|metrics|console)\./;

/** Every mutant of a TypeScript text. Types, imports and texts for people are left alone. */
export function typescriptMutants(file: string, text: string): Mutant[] {
  const { program } = parseSync(file, text);
  const edits: Edit[] = [];
  walk(program as unknown as Node, (node) => edits.push(...editsOf(node, text)));
  return toMutants(file, text, edits);
}

function walk(node: Node, visit: (node: Node) => void): void {
  if (node.type.startsWith("TS") && !/^TS(?:As|NonNull|Satisfies)/.test(node.type)) return;
  if (node.type === "ImportDeclaration") return;
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === "object" && typeof (child as Node).type === "string")
        walk(child as Node, visit);
    }
  }
}

function editsOf(node: Node, text: string): Edit[] {
  const source = (part: unknown) => text.slice((part as Node).start, (part as Node).end);
  const swap = (part: unknown, replacement: string): Edit => {
    const { start, end } = part as Node;
    return {
      start,
      end,
      replacement,
      change: `${shorten(text.slice(start, end))} → ${shorten(replacement)}`,
    };
  };
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
      return operatorEdits(node, text);
    case "UnaryExpression":
      return node["operator"] === "!" ? [swap(node, source(node["argument"]))] : [];
    case "IfStatement":
    case "ConditionalExpression":
      return [swap(node["test"], "true"), swap(node["test"], "false")];
    case "Literal":
      return literalEdits(node).map((replacement) => swap(node, replacement));
    case "MemberExpression":
      return memberEdits(node, text);
    case "ExpressionStatement":
      return isWorthRemoving(node, source(node)) ? [swap(node, ";")] : [];
    case "ThrowStatement":
    case "ContinueStatement":
    case "BreakStatement":
      return [swap(node, ";")];
    case "TemplateElement":
      return queryEdits(text.slice(node.start, node.end), node.start);
    default:
      return [];
  }
}

function operatorEdits(node: Node, text: string): Edit[] {
  const [left, right] = [node["left"] as Node, node["right"] as Node];
  const operator = String(node["operator"]);
  if (operator === "??") {
    const change = `dropped ${shorten(`?? ${text.slice(right.start, right.end)}`)}`;
    return [{ start: left.end, end: right.end, replacement: "!", change }];
  }
  const between = text.slice(left.end, right.start);
  const at = left.end + between.indexOf(operator);
  return (operatorSwaps[operator] ?? []).map((replacement) => ({
    start: at,
    end: at + operator.length,
    replacement,
    change: `${operator} → ${replacement} in ${shorten(text.slice(node.start, node.end))}`,
  }));
}

function literalEdits({ value }: Node): string[] {
  if (typeof value === "boolean") return [String(!value)];
  // A limit of 501 instead of 500 changes nothing that anybody could promise.
  if (typeof value === "number") return [String(value <= 10 ? value + 1 : value * 1000)];
  return [];
}

function memberEdits(node: Node, text: string): Edit[] {
  const property = node["property"] as Node;
  const name = text.slice(property.start, property.end);
  const replacement = node["computed"] ? undefined : memberSwaps.get(name);
  if (replacement === undefined) return [];
  return [{ start: property.start, end: property.end, replacement, change: `.${name} → .${replacement}` }];
}

/** A call or an assignment that stands alone does something: without it something should be missed. */
function isWorthRemoving(node: Node, source: string): boolean {
  const { type } = node["expression"] as Node;
  const does = ["CallExpression", "AwaitExpression", "AssignmentExpression", "UpdateExpression"];
  return does.includes(type) && !ignoredCalls.test(source.replace(/^(?:void|await)\s+/, ""));
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= 60 ? line : `${line.slice(0, 59)}…`;
}
