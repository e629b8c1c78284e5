import type { Tree } from "../tree/tree.ts";
import type { Constant, Expression, Node } from "../tree/nodes.ts";
import { isTrue } from "../values/truth.ts";
import { compare, itemOf, operate, operateOn } from "./operators.ts";
import { float, int, text, type NumberLook, type WrittenValue } from "./value.ts";

export type Values = ReadonlyMap<Node, WrittenValue>;

/** The value of every expression that is made of literals alone, or decided by them. Pinned ones have none: they do not go. */
export function readConstants(tree: Tree, pinned: ReadonlySet<Node>): Values {
  const values = new Map<Node, WrittenValue>();
  // Parts stand behind the whole, so going backwards meets them first.
  for (let n = tree.nodes.length - 1; n >= 0; n -= 1) {
    const node = tree.nodes[n]!;
    if (pinned.has(node)) continue;
    const value = evaluate(node, values, tree.text);
    if (value !== undefined) values.set(node, value);
  }
  return values;
}

function evaluate(node: Node, values: Values, source: string): WrittenValue | undefined {
  switch (node.kind) {
    case "Constant":
      return literalValue(node, source);
    case "UnaryOp": {
      const operand = values.get(node.operand);
      return operand && operateOn(node.op, operand);
    }
    case "BinOp": {
      const [left, right] = [values.get(node.left), values.get(node.right)];
      return left && right && operate(node.op, left, right);
    }
    case "BoolOp":
      return decideLogic(node, values);
    case "Compare":
      return decideComparison(node, values);
    case "IfExp": {
      const test = values.get(node.test);
      return test && values.get(isTrue(test) ? node.body : node.orelse);
    }
    case "Tuple":
    case "List":
      return readItems(node, values);
    case "Subscript": {
      const [whole, index] = [values.get(node.value), values.get(node.slice)];
      return whole && index && node.ctx === "Load" ? itemOf(whole, index) : undefined;
    }
    default:
      return undefined;
  }
}

/** `False and f()` never asks `f`; `f() and False` does. */
function decideLogic(
  node: Extract<Expression, { kind: "BoolOp" }>,
  values: Values,
): WrittenValue | undefined {
  let last: WrittenValue | undefined;
  for (const part of node.values) {
    last = values.get(part);
    if (last === undefined || isTrue(last) === (node.op === "Or")) return last;
  }
  return last;
}

function decideComparison(
  node: Extract<Expression, { kind: "Compare" }>,
  values: Values,
): WrittenValue | undefined {
  let left = values.get(node.left);
  let holds = true;
  for (const [n, op] of node.ops.entries()) {
    const right = values.get(node.comparators[n]!);
    const one = left && right && compare(op, left, right);
    if (one === undefined) return undefined;
    holds &&= one;
    left = right;
  }
  return { kind: "bool", value: holds };
}

function readItems(
  node: Extract<Expression, { kind: "Tuple" | "List" }>,
  values: Values,
): WrittenValue | undefined {
  const items = node.elts.map((item) => values.get(item));
  if (node.ctx !== "Load" || items.includes(undefined)) return undefined;
  return { kind: node.kind === "Tuple" ? "tuple" : "list", items: items as WrittenValue[] };
}

function literalValue({ value, start, end }: Constant, source: string): WrittenValue | undefined {
  switch (value.type) {
    case "int":
      return int(value.value, lookOf(source.slice(start, end)));
    case "float":
      return float(value.value);
    case "bool":
      return { kind: "bool", value: value.value };
    case "none":
      return { kind: "none" };
    case "str":
    case "bytes": {
      const quote = quoteOf(source.slice(start, end));
      return quote === undefined || !value.exact ? undefined : text(value.type, value.value, quote);
    }
    default:
      return undefined;
  }
}

function lookOf(literal: string): NumberLook | undefined {
  const base = ({ x: 16, o: 8, b: 2 } as const)[literal[1]?.toLowerCase() ?? ""] ?? 10;
  const grouped = literal.includes("_");
  return base === 10 && !grouped ? undefined : { base, grouped };
}

const onePiece = /^([uUbBrR]?)("|')((?:\\[^]|(?!\2)[^\\\r\n])*)\2$/;

/** The mark of a text in one piece, on one line, whose escapes a new literal would spell alike. */
function quoteOf(literal: string): string | undefined {
  const [, prefix = "", quote, body = ""] = onePiece.exec(literal) ?? [];
  const rest = /r/i.test(prefix) ? body : body.replace(/\\[nrt\\'"]/g, "");
  return rest.includes("\\") ? undefined : quote;
}
