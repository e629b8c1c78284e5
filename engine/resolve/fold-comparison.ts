import type { Compare } from "../tree/nodes.ts";
import { orderText } from "./fold-text.ts";
import {
  anything,
  areApart,
  bool,
  isConstant,
  keyOf,
  onlyInt,
  onlyMembers,
  onlyTextOf,
  type Value,
} from "./value.ts";

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
  if (op === "Is" || op === "IsNot") {
    const same = isIdentical(left, right);
    return same === undefined ? undefined : same === (op === "Is");
  }
  const [a, b] = [onlyInt(left), onlyInt(right)];
  if (a !== undefined && b !== undefined) return ordered(op, a < b ? -1 : a > b ? 1 : 0);
  const order = orderText(left, right);
  if (order !== undefined) return ordered(op, order);
  return isOfTwoKinds(left, right) && (op === "Eq" || op === "NotEq") ? op === "NotEq" : undefined;
}

/** Whether two values are one object: only of those that exist once. */
function isIdentical(left: Value, right: Value): boolean | undefined {
  if (left.length !== 1 || right.length !== 1) return undefined;
  const [a, b] = [left[0]!, right[0]!];
  if (a.kind !== b.kind) return isConstant(a) && isConstant(b) ? false : undefined;
  if (a.kind === "none") return true;
  return a.kind === "bool" && b.kind === "bool" ? a.value === b.value : undefined;
}

/** Constants of which no two kinds are ever equal; numbers are one kind. */
function isOfTwoKinds(left: Value, right: Value): boolean {
  if (left.length !== 1 || right.length !== 1 || ![...left, ...right].every(isConstant)) return false;
  const [a, b] = [left, right].map(([thing]) => (numbers.has(thing!.kind) ? "number" : thing!.kind));
  return a !== b;
}

const numbers = new Set(["int", "bool", "float"]);

function ordered(op: Compare["ops"][number], order: number): boolean | undefined {
  switch (op) {
    case "Eq":
      return order === 0;
    case "NotEq":
      return order !== 0;
    case "Lt":
      return order < 0;
    case "LtE":
      return order <= 0;
    case "Gt":
      return order > 0;
    case "GtE":
      return order >= 0;
    default:
      return undefined;
  }
}

function isInside(left: Value, right: Value): boolean | undefined {
  const kind = right[0]?.kind;
  if (kind === "str" || kind === "bytes") {
    const [word, within] = [onlyTextOf(kind, left), onlyTextOf(kind, right)];
    return word === undefined || within === undefined ? undefined : within.includes(word);
  }
  const key = keyOf(left);
  const list = onlyMembers(right);
  if (key === undefined || list === undefined || list.length > 200) return undefined;
  const keys = list.map(keyOf);
  // A bytearray is kept as a list of numbers, and holds bytes as well.
  if (key.startsWith("bytes:") && keys.every((one) => one?.startsWith("int:"))) return undefined;
  if (keys.includes(undefined)) return undefined;
  return keys.includes(key) || (areApart([...keys, key]) ? false : undefined);
}
