import type { Compare, ComparisonOperator, Expression } from "../../tree/nodes.ts";
import { at, infix, invoke, level, loose, tight, type Code } from "./code.ts";
import type { Context } from "./context.ts";
import { choose, negated } from "./operators.ts";
import { isPure } from "./pure.ts";

/** `and` and `or` as values: they give one of their operands. */
export function writeLogic(node: Extract<Expression, { kind: "BoolOp" }>, ctx: Context): Code {
  if (node.values.every((value) => ctx.kinds.of(value) === "bool")) return ctx.test(node);
  return logicFrom(node, 0, ctx);
}

function logicFrom(node: Extract<Expression, { kind: "BoolOp" }>, index: number, ctx: Context): Code {
  const value = node.values[index]!;
  if (index === node.values.length - 1) return ctx.expression(value);
  if (isPure(value, ctx)) {
    const rest = logicFrom(node, index + 1, ctx);
    const own = ctx.expression(value);
    return node.op === "And" ? choose(ctx.test(value), rest, own) : choose(ctx.test(value), own, rest);
  }
  const kept = ctx.temporary("first");
  const own = ctx.expression(value);
  const test = invoke(ctx.use("truthy"), loose(`(${kept} = ${at(own, level.loose)})`));
  const rest = logicFrom(node, index + 1, ctx);
  return node.op === "And" ? choose(test, rest, tight(kept)) : choose(test, tight(kept), rest);
}

export function writeCompare(node: Compare, ctx: Context): Code {
  let left = node.left;
  let leftCode = ctx.expression(left);
  const parts: Code[] = [];
  for (const [index, op] of node.ops.entries()) {
    const right = node.comparators[index]!;
    const last = index === node.ops.length - 1;
    let rightCode = ctx.expression(right);
    let again = rightCode;
    if (!last && !isPure(right, ctx)) {
      const kept = ctx.temporary("middle");
      rightCode = tight(`(${kept} = ${at(rightCode, level.loose)})`);
      again = tight(kept);
    }
    parts.push(compareOnce(left, leftCode, op, right, rightCode, ctx));
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
  leftCode: Code,
  op: ComparisonOperator,
  right: Expression,
  rightCode: Code,
  ctx: Context,
): Code {
  if (op === "In" || op === "NotIn") {
    const inOrder = isPure(left, ctx) || isPure(right, ctx);
    const found = inOrder
      ? invoke(ctx.use("contains"), rightCode, leftCode)
      : invoke(ctx.use("isIn"), leftCode, rightCode);
    return op === "In" ? found : negated(found);
  }
  if (op === "Is" || op === "IsNot") return compareIdentity(left, leftCode, op, right, rightCode, ctx);
  const kinds = [ctx.kinds.of(left), ctx.kinds.of(right)] as const;
  // TypeScript objects to comparing two literals.
  const alike = kinds[0] === kinds[1] && !(left.kind === "Constant" && right.kind === "Constant");
  if ((op === "Eq" || op === "NotEq") && alike && ["int", "float", "str", "bool"].includes(kinds[0]))
    return infix(leftCode, signs[op]!, rightCode, level.equality);
  const numbers = kinds.every((kind) => kind === "int" || kind === "float");
  if (op !== "Eq" && op !== "NotEq" && numbers) return infix(leftCode, signs[op]!, rightCode, level.order);
  return invoke(ctx.use(functions[op]!), leftCode, rightCode);
}

function compareIdentity(
  left: Expression,
  leftCode: Code,
  op: "Is" | "IsNot",
  right: Expression,
  rightCode: Code,
  ctx: Context,
): Code {
  const single = [left, right].some(
    (node) => node.kind === "Constant" && (node.value.type === "none" || node.value.type === "bool"),
  );
  if (single) return infix(leftCode, op === "Is" ? "===" : "!==", rightCode, level.equality);
  const same = invoke(ctx.use("identical"), leftCode, rightCode);
  return op === "Is" ? same : negated(same);
}
