import type { ComparisonOperator, Expression, Operator } from "../tree/nodes.ts";

/** A number or a truth value; undefined when it cannot be told. */
export type Decided = number | boolean | undefined;

/** Works out an expression of numbers, given what its names (and `len(…)` of names) stand for. */
export function decide(node: Expression, valueOf: (name: string) => Decided, depth = 0): Decided {
  if (depth > 30) return undefined;
  const go = (part: Expression): Decided => decide(part, valueOf, depth + 1);
  switch (node.kind) {
    case "Constant":
      if (node.value.type === "int") return Number(node.value.value);
      return node.value.type === "float" || node.value.type === "bool" ? node.value.value : undefined;
    case "Name":
      return valueOf(node.id);
    case "Call":
      return node.func.kind === "Name" && node.func.id === "len" && node.args[0]?.kind === "Name"
        ? valueOf(`len ${node.args[0].id}`)
        : undefined;
    case "UnaryOp": {
      const operand = go(node.operand);
      if (operand === undefined) return undefined;
      return node.op === "Not" ? !operand : node.op === "USub" ? -Number(operand) : undefined;
    }
    case "BoolOp":
      return decideLogic(node.op, node.values.map(go));
    case "BinOp":
      return calculate(node.op, go(node.left), go(node.right));
    case "Compare":
      return decideComparison(node, go);
    default:
      return undefined;
  }
}

function decideLogic(op: "And" | "Or", values: readonly Decided[]): Decided {
  if (values.some((value) => value !== undefined && Boolean(value) === (op === "Or"))) return op === "Or";
  return values.includes(undefined) ? undefined : op !== "Or";
}

function calculate(op: Operator, left: Decided, right: Decided): Decided {
  if (left === undefined || right === undefined) return undefined;
  const a = Number(left);
  const b = Number(right);
  const floor = b === 0 ? undefined : Math.floor(a / b);
  const results: Partial<Record<Operator, Decided>> = {
    Add: a + b,
    Sub: a - b,
    Mult: a * b,
    Div: b === 0 ? undefined : a / b,
    FloorDiv: floor,
    Mod: floor === undefined ? undefined : a - b * floor,
  };
  return results[op];
}

function decideComparison(
  node: Extract<Expression, { kind: "Compare" }>,
  go: (part: Expression) => Decided,
): Decided {
  const [op] = node.ops;
  const [right] = node.comparators;
  if (node.ops.length !== 1) {
    const sides = [node.left, ...node.comparators].map(go);
    return decideLogic(
      "And",
      node.ops.map((each, at) => compare(each, sides[at], sides[at + 1])),
    );
  }
  if ((op === "In" || op === "NotIn") && right && "elts" in right) {
    const member = go(node.left);
    const members = right.elts.map(go);
    if (member === undefined || members.includes(undefined)) return undefined;
    return members.includes(member) === (op === "In");
  }
  return compare(op!, go(node.left), go(right!));
}

function compare(op: ComparisonOperator, left: Decided, right: Decided): Decided {
  if (left === undefined || right === undefined) return undefined;
  const a = Number(left);
  const b = Number(right);
  const results: Partial<Record<ComparisonOperator, boolean>> = {
    Eq: a === b,
    NotEq: a !== b,
    Lt: a < b,
    LtE: a <= b,
    Gt: a > b,
    GtE: a >= b,
  };
  return results[op];
}
