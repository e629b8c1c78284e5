import type { Compare, ComparisonOperator, Expression } from "../../tree/nodes.ts";
import { at, infix, invoke, level, loose, tight, type EmittedCode } from "./code.ts";
import type { EmitContext } from "./context.ts";
import { choose, negated } from "./operators.ts";
import { isPure } from "./pure.ts";

/** `and` and `or` as values: they give one of their operands. */
export function writeLogic(node: Extract<Expression, { kind: "BoolOp" }>, context: EmitContext): EmittedCode {
  if (node.values.every((value) => context.kinds.of(value) === "bool")) return context.test(node);
  return logicFrom(node, 0, context);
}

function logicFrom(
  node: Extract<Expression, { kind: "BoolOp" }>,
  index: number,
  context: EmitContext,
): EmittedCode {
  const value = node.values[index]!;
  if (index === node.values.length - 1) return context.expression(value);
  if (isPure(value, context)) {
    const rest = logicFrom(node, index + 1, context);
    const own = context.expression(value);
    return node.op === "And"
      ? choose(context.test(value), rest, own)
      : choose(context.test(value), own, rest);
  }
  const kept = context.temporary("first");
  const own = context.expression(value);
  const test = invoke(context.use("truthy"), loose(`(${kept} = ${at(own, level.loose)})`));
  const rest = logicFrom(node, index + 1, context);
  return node.op === "And" ? choose(test, rest, tight(kept)) : choose(test, tight(kept), rest);
}

export function writeCompare(node: Compare, context: EmitContext): EmittedCode {
  let left = node.left;
  let leftCode = context.expression(left);
  const parts: EmittedCode[] = [];
  for (const [index, op] of node.ops.entries()) {
    const right = node.comparators[index]!;
    const last = index === node.ops.length - 1;
    let rightCode = context.expression(right);
    let again = rightCode;
    if (!last && !isPure(right, context)) {
      const kept = context.temporary("middle");
      rightCode = tight(`(${kept} = ${at(rightCode, level.loose)})`);
      again = tight(kept);
    }
    parts.push(compareOnce(left, leftCode, op, right, rightCode, context));
    left = right;
    leftCode = again;
  }
  if (parts.length === 1) return parts[0]!;
  return { text: parts.map((part) => at(part, level.and + 1)).join(" && "), level: level.and };
}

const functions: Readonly<Record<string, string>> = {
  Eq: "equals",
  NotEq: "notEquals",
  Lt: "less",
  LtE: "lessEqual",
  Gt: "greater",
  GtE: "greaterEqual",
};
const signs: Readonly<Record<string, string>> = {
  Eq: "===",
  NotEq: "!==",
  Lt: "<",
  LtE: "<=",
  Gt: ">",
  GtE: ">=",
};

function compareOnce(
  left: Expression,
  leftCode: EmittedCode,
  op: ComparisonOperator,
  right: Expression,
  rightCode: EmittedCode,
  context: EmitContext,
): EmittedCode {
  if (op === "In" || op === "NotIn") {
    const inOrder = isPure(left, context) || isPure(right, context);
    const found = inOrder
      ? invoke(context.use("contains"), rightCode, leftCode)
      : invoke(context.use("isIn"), leftCode, rightCode);
    return op === "In" ? found : negated(found);
  }
  if (op === "Is" || op === "IsNot") return compareIdentity(left, leftCode, op, right, rightCode, context);
  const kinds = [context.kinds.of(left), context.kinds.of(right)] as const;
  // TypeScript objects to comparing two literals.
  const alike = kinds[0] === kinds[1] && !(left.kind === "Constant" && right.kind === "Constant");
  if ((op === "Eq" || op === "NotEq") && alike && ["int", "float", "str", "bool"].includes(kinds[0]))
    return infix(leftCode, signs[op]!, rightCode, level.equality);
  const numbers = kinds.every((kind) => kind === "int" || kind === "float");
  if (op !== "Eq" && op !== "NotEq" && numbers) return infix(leftCode, signs[op]!, rightCode, level.order);
  return invoke(context.use(functions[op]!), leftCode, rightCode);
}

function compareIdentity(
  left: Expression,
  leftCode: EmittedCode,
  op: "Is" | "IsNot",
  right: Expression,
  rightCode: EmittedCode,
  context: EmitContext,
): EmittedCode {
  const single = [left, right].some(
    (node) => node.kind === "Constant" && (node.value.type === "none" || node.value.type === "bool"),
  );
  if (single) return infix(leftCode, op === "Is" ? "===" : "!==", rightCode, level.equality);
  const same = invoke(context.use("identical"), leftCode, rightCode);
  return op === "Is" ? same : negated(same);
}
