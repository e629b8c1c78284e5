import type { Compare } from "../tree/nodes.ts";
import { anything, bool, keyOf, onlyInt, onlyItems, onlyText, type Value } from "./value.ts";

/** A comparison of constants is worked out; any other may be true or false. */
export function foldComparison(node: Compare, left: Value, others: readonly Value[]): Value {
  if (others.length !== 1) return anything;
  const answer = compare(node.ops[0]!, left, others[0]!);
  return answer === undefined ? anything : bool(answer);
}

function compare(op: Compare["ops"][number], left: Value, right: Value): boolean | undefined {
  if (op === "In" || op === "NotIn") {
    const inside = isInside(left, right);
    return inside === undefined ? undefined : inside === (op === "In");
  }
  const [a, b] = [onlyInt(left), onlyInt(right)];
  if (a !== undefined && b !== undefined) return ordered(op, a, b);
  const [s, t] = [onlyText(left), onlyText(right)];
  if (s !== undefined && t !== undefined) return ordered(op, s, t);
  return undefined;
}

function ordered<Of extends bigint | string>(op: Compare["ops"][number], a: Of, b: Of): boolean | undefined {
  switch (op) {
    case "Eq":
    case "Is":
      return a === b;
    case "NotEq":
    case "IsNot":
      return a !== b;
    case "Lt":
      return a < b;
    case "LtE":
      return a <= b;
    case "Gt":
      return a > b;
    case "GtE":
      return a >= b;
    default:
      return undefined;
  }
}

function isInside(left: Value, right: Value): boolean | undefined {
  const [word, within] = [onlyText(left), onlyText(right)];
  if (word !== undefined && within !== undefined) return within.includes(word);
  const key = keyOf(left);
  const list = onlyItems(right);
  if (key === undefined || list === undefined || list.length > 200) return undefined;
  const keys = list.map(keyOf);
  return keys.includes(undefined) ? undefined : keys.includes(key);
}
