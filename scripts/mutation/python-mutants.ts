import type { ComparisonOperator, Node } from "../../engine/tree/nodes.ts";
import { readTree } from "../../engine/tree/tree.ts";
import { toMutants, type Edit, type Mutant } from "./mutant.ts";

const comparisonSwaps: Readonly<Partial<Record<ComparisonOperator, readonly [RegExp, string]>>> = {
  Eq: [/==/, "!="],
  NotEq: [/!=/, "=="],
  Lt: [/</, "<="],
  LtE: [/<=/, "<"],
  Gt: [/>/, ">="],
  GtE: [/>=/, ">"],
  Is: [/\bis\b/, "is not"],
  IsNot: [/\bis\s+not\b/, "is"],
  In: [/\bin\b/, "not in"],
  NotIn: [/\bnot\s+in\b/, "in"],
};

/** Every mutant of a Python text. */
export function pythonMutants(file: string, text: string): Mutant[] {
  const tree = readTree(text);
  if (!tree) throw new Error(`${file} cannot be parsed.`);
  return toMutants(
    file,
    text,
    tree.nodes.flatMap((node) => editsOf(node, text)),
  );
}

function editsOf(node: Node, text: string): Edit[] {
  const swap = ({ start, end }: Pick<Node, "start" | "end">, replacement: string): Edit => ({
    start,
    end,
    replacement,
    change: `${text.slice(start, end).slice(0, 60)} → ${replacement.slice(0, 60)}`,
  });
  switch (node.kind) {
    case "Compare": {
      const sides = [node.left, ...node.comparators];
      return node.ops.flatMap((operator, at) => {
        const [pattern, replacement] = comparisonSwaps[operator]!;
        return between(text, sides[at]!.end, sides[at + 1]!.start, pattern, replacement);
      });
    }
    case "BoolOp": {
      const [pattern, replacement] = node.op === "And" ? [/\band\b/, "or"] : [/\bor\b/, "and"];
      return between(text, node.values[0]!.end, node.values[1]!.start, pattern, replacement);
    }
    case "UnaryOp":
      return node.op === "Not" ? [swap(node, `(${text.slice(node.operand.start, node.operand.end)})`)] : [];
    case "If":
    case "IfExp":
      return [swap(node.test, "True"), swap(node.test, "False")];
    case "Constant":
      return constantEdits(node).map((replacement) => swap(node, replacement));
    case "Expr":
      return node.value.kind === "Call" ? [swap(node, "pass")] : [];
    case "Raise":
    case "Continue":
    case "Break":
      return [swap(node, "pass")];
    default:
      return [];
  }
}

function between(text: string, start: number, end: number, pattern: RegExp, replacement: string): Edit[] {
  const match = pattern.exec(text.slice(start, end));
  if (!match) return [];
  const at = start + match.index;
  const change = `${match[0]} → ${replacement}`;
  return [{ start: at, end: at + match[0].length, replacement, change }];
}

function constantEdits({ value }: Extract<Node, { kind: "Constant" }>): string[] {
  if (value.type === "bool") return [value.value ? "False" : "True"];
  if (value.type === "int") return [String(value.value + 1n)];
  if (value.type === "float") return [String(value.value * 1000)];
  return [];
}
