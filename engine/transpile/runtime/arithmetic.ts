import { TypeError } from "./errors.ts";
import { hasMethod, isNumeric, NotImplemented, typeName } from "./kinds.ts";
import { toFloat } from "./numbers.ts";
import { operate, tryOperate } from "./operate.ts";
import { repeated } from "./repeat.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

/** Python's `a + b`. */
export function add(a: unknown, b: unknown, sign = "+"): Dynamic {
  if (typeof a === "bigint" && typeof b === "bigint") return a + b;
  if (typeof a === "string" && typeof b === "string") return a + b;
  if (isNumeric(a) && isNumeric(b))
    return isFloatPair(a, b) ? toFloat(a) + toFloat(b) : BigInt(a) + BigInt(b);
  if (Array.isArray(a) && Array.isArray(b)) return a.concat(b);
  if (typeof a !== "string" && !Array.isArray(a) && !isPlainTuple(a)) return operate(a, b, "add", sign);
  if (a instanceof Tuple && b instanceof Tuple) return new Tuple(a.items.concat(b.items));
  const answer = tryOperate(a, b, "add");
  if (answer !== NotImplemented) return answer;
  throw new TypeError(`can only concatenate ${typeName(a)} (not "${typeName(b)}") to ${typeName(a)}`);
}

export function isPlainTuple(value: unknown): value is Tuple {
  return value instanceof Tuple && !hasMethod(value, "__add__");
}

/** Python's `a - b`. */
export function sub(a: unknown, b: unknown, sign = "-"): Dynamic {
  if (typeof a === "bigint" && typeof b === "bigint") return a - b;
  if (isNumeric(a) && isNumeric(b))
    return isFloatPair(a, b) ? toFloat(a) - toFloat(b) : BigInt(a) - BigInt(b);
  return operate(a, b, "sub", sign);
}

/** Python's `a * b`. */
export function mul(a: unknown, b: unknown, sign = "*"): Dynamic {
  if (typeof a === "bigint" && typeof b === "bigint") return a * b;
  if (isNumeric(a) && isNumeric(b))
    return isFloatPair(a, b) ? toFloat(a) * toFloat(b) : BigInt(a) * BigInt(b);
  const answer = tryOperate(a, b, "mul");
  if (answer !== NotImplemented) return answer;
  return repeated(a, b, sign);
}

/** Is one of two numbers a float? */
export function isFloatPair(a: unknown, b: unknown): boolean {
  return typeof a === "number" || typeof b === "number";
}

/** Python's `-a`. */
export function negative(a: unknown): Dynamic {
  if (typeof a === "bigint" || typeof a === "number") return -a;
  return typeof a === "boolean" ? -BigInt(a) : unary(a, "__neg__", "-");
}

/** Python's `+a`. */
export function positive(a: unknown): Dynamic {
  if (typeof a === "bigint" || typeof a === "number") return a;
  return typeof a === "boolean" ? BigInt(a) : unary(a, "__pos__", "+");
}

/** Python's `~a`. */
export function invert(a: unknown): Dynamic {
  if (typeof a === "bigint") return ~a;
  return typeof a === "boolean" ? ~BigInt(a) : unary(a, "__invert__", "~");
}

export function unary(a: unknown, method: string, sign: string): Dynamic {
  if (hasMethod(a, method)) return a[method]!();
  throw new TypeError(`bad operand type for unary ${sign}: '${typeName(a)}'`);
}
