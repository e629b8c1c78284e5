import type { Expression } from "../tree/nodes.ts";
import type { Family } from "./family.ts";
import { atom, binary, call, negative } from "../tree/code.ts";
import type { CandidateContext } from "./context.ts";
import { isOperand } from "../program/roles.ts";
import { may, numeric } from "./value-types.ts";

const operations: readonly (readonly [string, string, number])[] = [
  ["**", "2", 0.8],
  ["*", "2", 0.8],
  ["//", "2", 0.8],
  ["/", "2", 0.8],
  ["%", "2", 1],
  ["+", "2", 1],
  ["-", "2", 1],
  ["%", "10", 1.2],
  ["//", "10", 1.2],
  ["*", "10", 1.3],
  ["**", "3", 1.4],
  ["**", "0.5", 1.5],
];

/** A number put through a small calculation. */
export const numberWrapping: Family = {
  name: "number-wrapping",
  base: 1.1,
  *propose(context) {
    for (const node of context.expressions) {
      if (!isNumber(context, node)) continue;
      const code = context.code(node);
      yield context.replace(node, call("abs", code), 0.5);
      yield context.replace(node, negative(code), 0.6);
      yield context.replace(node, call("max", code, atom("0")), 0.9);
      for (const [symbol, operand, detail] of operations)
        yield context.replace(node, binary(code, symbol, atom(operand)), detail);
    }
  },
};

/** An expression that is, or may well be, a number. */
export function isNumber(context: CandidateContext, node: Expression): boolean {
  if (!isOperand(node) || node.kind === "Constant" || node.kind === "Compare" || node.kind === "BoolOp")
    return false;
  const types = context.typesOf(node);
  if (types !== undefined) return may(types, numeric) && !(types.size === 1 && types.has("bool"));
  const { parent } = node;
  if (parent?.kind === "Attribute" || (parent?.kind === "Subscript" && parent.value === node)) return false;
  return (
    node.kind === "Name" ||
    node.kind === "BinOp" ||
    node.kind === "Subscript" ||
    node.kind === "Call" ||
    node.kind === "Attribute"
  );
}
