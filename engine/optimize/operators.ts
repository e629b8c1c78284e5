import type { ComparisonOperator, Operator, UnaryOp } from "../tree/nodes.ts";
import { ofFloats, ofIntegers } from "./arithmetic.ts";
import { bool, charactersOf, float, int, isTrue, numberOf, text, type Value } from "./value.ts";

/** What Python makes of two values; undefined where it raises or where that is not told here. */
export function operate(op: Operator, left: Value, right: Value): Value | undefined {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) return calculate(op, left, right, a, b);
  if (op === "Add") return join(left, right);
  if (op !== "Mult") return undefined;
  return typeof b === "bigint" ? repeat(left, b) : typeof a === "bigint" ? repeat(right, a) : undefined;
}

type Num = bigint | number;

function calculate(op: Operator, left: Value, right: Value, a: Num, b: Num): Value | undefined {
  if (typeof a !== "bigint" || typeof b !== "bigint") {
    const result = ofFloats(op, a, b);
    return result === undefined ? undefined : float(result);
  }
  const result = ofIntegers(op, a, b);
  if (typeof result === "number") return float(result);
  if (result === undefined) return undefined;
  if (left.type === "bool" && right.type === "bool" && op.startsWith("Bit")) return bool(result !== 0n);
  return int(result, lookOf(left) ?? lookOf(right));
}

function lookOf(value: Value): Extract<Value, { type: "int" }>["look"] {
  return value.type === "int" ? value.look : undefined;
}

function join(left: Value, right: Value): Value | undefined {
  if ((left.type !== "str" && left.type !== "bytes") || left.type !== right.type) return undefined;
  return text(left.type, left.value + (right as typeof left).value, left.quote);
}

function repeat(value: Value, times: bigint): Value | undefined {
  if (value.type !== "str" && value.type !== "bytes") return undefined;
  if (times > 4096n || times < -4096n) return undefined;
  const count = times < 0n ? 0 : Number(times);
  if (count * value.value.length > 4096) return undefined;
  return text(value.type, value.value.repeat(count), value.quote);
}

export function operateOn(op: UnaryOp["op"], value: Value): Value | undefined {
  if (op === "Not") return bool(!isTrue(value));
  const number = numberOf(value);
  if (number === undefined) return undefined;
  if (typeof number === "number") {
    return op === "USub" ? float(-number) : op === "UAdd" ? float(number) : undefined;
  }
  // `~True` is on its way out of the language, and warns.
  if (op === "Invert") return value.type === "bool" ? undefined : int(~number, lookOf(value));
  return int(op === "USub" ? -number : number, lookOf(value));
}

/** One comparison of a chain. Identity is never told: it is the interpreter's affair. */
export function compare(op: ComparisonOperator, left: Value, right: Value): boolean | undefined {
  switch (op) {
    case "Eq":
      return isEqual(left, right);
    case "NotEq":
      return negated(isEqual(left, right));
    case "In":
      return contains(right, left);
    case "NotIn":
      return negated(contains(right, left));
    case "Is":
    case "IsNot":
      return undefined;
    default:
      return isOrdered(op, left, right);
  }
}

function negated(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

function isEqual(left: Value, right: Value): boolean | undefined {
  if ("items" in left || "items" in right) return undefined;
  const [a, b] = [numberOf(left), numberOf(right)];
  // oxlint-disable-next-line eqeqeq -- a bigint and a float are compared by what they stand for
  if (a !== undefined && b !== undefined) return a == b;
  const types = [left.type, right.type];
  if (types.includes("bytes") && left.type !== right.type) return undefined;
  if (left.type !== right.type) return false;
  return left.type === "none" || (left as { value: string }).value === (right as { value: string }).value;
}

function contains(whole: Value, part: Value): boolean | undefined {
  if ("items" in whole) {
    const found = whole.items.map((item) => isEqual(item, part));
    return found.includes(undefined) ? undefined : found.includes(true);
  }
  const isText = (whole.type === "str" || whole.type === "bytes") && whole.type === part.type;
  return isText ? whole.value.includes(part.value) : undefined;
}

function isOrdered(op: "Lt" | "LtE" | "Gt" | "GtE", left: Value, right: Value): boolean | undefined {
  const [a, b] = [orderOf(left), orderOf(right)];
  if (a === undefined || b === undefined) return undefined;
  if (
    (typeof a === "string") !== (typeof b === "string") ||
    (typeof a === "string" && left.type !== right.type)
  )
    return undefined;
  if (op === "Lt") return a < b;
  if (op === "LtE") return a <= b;
  return op === "Gt" ? a > b : a >= b;
}

/** JavaScript orders text by its units, Python by its characters: alike as long as none takes two units. */
function orderOf(value: Value): Num | string | undefined {
  const number = numberOf(value);
  if (number !== undefined) return number;
  const isText = value.type === "str" || value.type === "bytes";
  return isText && !/[\ud800-\udfff]/.test(value.value) ? value.value : undefined;
}

/** `(1, 2)[0]`, `"abc"[-1]`. */
export function itemOf(whole: Value, index: Value): Value | undefined {
  const at = numberOf(index);
  if (typeof at !== "bigint") return undefined;
  if ("items" in whole) return pick(whole.items, at);
  if (whole.type === "str") {
    const character = pick(charactersOf(whole.value), at);
    return character === undefined ? undefined : text("str", character, whole.quote);
  }
  if (whole.type !== "bytes") return undefined;
  const byte = pick(charactersOf(whole.value), at);
  return byte === undefined ? undefined : int(BigInt(byte.charCodeAt(0)));
}

function pick<Item>(items: readonly Item[], at: bigint): Item | undefined {
  return at >= -items.length && at < items.length ? items.at(Number(at)) : undefined;
}
