import type { Compare } from "../tree/nodes.ts";
import { compare as compareConstants } from "../values/comparison.ts";
import {
  anything,
  areApart,
  bool,
  concreteOf,
  isConstant,
  keyOf,
  onlyMembers,
  type PossibleValues,
} from "./value.ts";

/** A comparison of constants is worked out; any other may be true or false. */
export function foldComparison(
  node: Compare,
  left: PossibleValues,
  others: readonly PossibleValues[],
): PossibleValues {
  if (others.length !== 1) return anything;
  const answer = compare(node.ops[0]!, left, others[0]!);
  return answer === undefined ? anything : bool(answer);
}

function compare(
  op: Compare["ops"][number],
  left: PossibleValues,
  right: PossibleValues,
): boolean | undefined {
  const [a, b] = [concreteOf(left), concreteOf(right)];
  if (a && b) {
    const verdict = compareConstants(op, a, b);
    return typeof verdict === "boolean" ? verdict : undefined;
  }
  const isNegated = op === "NotIn" || op === "NotEq" || op === "IsNot";
  if (op === "In" || op === "NotIn") {
    const inside = isInside(left, right);
    return inside === undefined ? undefined : inside !== isNegated;
  }
  const isAsked = isNegated || op === "Eq" || op === "Is";
  return isAsked && areOfTwoKinds(left, right) ? isNegated : undefined;
}

/** Constants of which no two kinds are ever equal; numbers are one kind. */
function areOfTwoKinds(left: PossibleValues, right: PossibleValues): boolean {
  if (left.length !== 1 || right.length !== 1 || ![...left, ...right].every(isConstant)) return false;
  const [a, b] = [left, right].map(([thing]) => (numbers.has(thing!.kind) ? "number" : thing!.kind));
  return a !== b;
}

const numbers = new Set(["int", "bool", "float"]);

function isInside(left: PossibleValues, right: PossibleValues): boolean | undefined {
  const key = keyOf(left);
  const list = onlyMembers(right);
  if (key === undefined || list === undefined || list.length > 200) return undefined;
  const keys = list.map(keyOf);
  // A bytearray is kept as a list of numbers, and holds bytes as well.
  if (key.startsWith("bytes:") && keys.every((one) => one?.startsWith("int:"))) return undefined;
  if (keys.includes(undefined)) return undefined;
  return keys.includes(key) || (areApart([...keys, key]) ? false : undefined);
}
