import type { ComparisonOperator, Expression } from "../tree/nodes.ts";
import { compare } from "../values/comparison.ts";
import { operate, operateOn } from "../values/operators.ts";
import { isTrue } from "../values/truth.ts";
import { valueOf as answerOf, type Concrete } from "../values/value.ts";

/** A constant; undefined when it cannot be told. */
export type Decided = Concrete | undefined;

/** Works out an expression of numbers, given what its names (and `len(…)` of names) stand for. */
export function decide(node: Expression, valueOf: (name: string) => Decided, depth = 0): Decided {
  if (depth > 30) return undefined;
  const go = (part: Expression): Decided => decide(part, valueOf, depth + 1);
  switch (node.kind) {
    case "Constant": {
      const { value } = node;
      if (value.type === "int") return { kind: "int", value: value.value };
      if (value.type === "float") return { kind: "float", value: value.value };
      return value.type === "bool" ? { kind: "bool", value: value.value } : undefined;
    }
    case "Name":
      return valueOf(node.id);
    case "Call":
      return node.func.kind === "Name" && node.func.id === "len" && node.args[0]?.kind === "Name"
        ? valueOf(`len ${node.args[0].id}`)
        : undefined;
    case "UnaryOp": {
      const operand = go(node.operand);
      return operand && answerOf(operateOn(node.op, operand));
    }
    case "BoolOp":
      return decideLogic(node.op, node.values.map(go));
    case "BinOp": {
      const [left, right] = [go(node.left), go(node.right)];
      return left && right && answerOf(operate(node.op, left, right));
    }
    case "Compare":
      return decideComparison(node, go);
    default:
      return undefined;
  }
}

/** The operand that decides; where one before it is unknown, only whether the whole counts as true. */
function decideLogic(op: "And" | "Or", values: readonly Decided[]): Decided {
  const at = values.findIndex((value) => value !== undefined && isTrue(value) === (op === "Or"));
  const before = at < 0 ? values : values.slice(0, at);
  if (!before.includes(undefined)) return at < 0 ? values.at(-1) : values[at];
  return at < 0 ? undefined : { kind: "bool", value: op === "Or" };
}

function decideComparison(
  node: Extract<Expression, { kind: "Compare" }>,
  go: (part: Expression) => Decided,
): Decided {
  const sides = [node.left, ...node.comparators].map((part) =>
    "elts" in part ? decideItems(part, go) : go(part),
  );
  return decideLogic(
    "And",
    node.ops.map((op, at) => verdictOf(op, sides[at], sides[at + 1])),
  );
}

function decideItems({ elts }: { elts: readonly Expression[] }, go: (part: Expression) => Decided): Decided {
  const items = elts.map(go);
  return items.includes(undefined) ? undefined : { kind: "tuple", items: items as Concrete[] };
}

function verdictOf(op: ComparisonOperator, left: Decided, right: Decided): Decided {
  const verdict = left && right && compare(op, left, right);
  return typeof verdict === "boolean" ? { kind: "bool", value: verdict } : undefined;
}
