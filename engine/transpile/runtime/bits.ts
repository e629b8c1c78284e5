import { TranslationLimit, ValueError } from "./errors.ts";
import { isIntegral } from "./kinds.ts";
import { operate } from "./operate.ts";
import type { Dynamic } from "./tuple.ts";

/** Python's `a << b`. */
export function leftShift(a: unknown, b: unknown, sign = "<<"): Dynamic {
  if (!isIntegral(a) || !isIntegral(b)) return operate(a, b, "lshift", sign);
  if (BigInt(b) < 0n) throw new ValueError("negative shift count");
  if (BigInt(b) > 1n << 26n && Number(a) !== 0) throw new TranslationLimit("This shift is too large.");
  return Number(a) === 0 ? 0n : BigInt(a) << BigInt(b);
}

/** Python's `a >> b`. */
export function rightShift(a: unknown, b: unknown, sign = ">>"): Dynamic {
  if (!isIntegral(a) || !isIntegral(b)) return operate(a, b, "rshift", sign);
  if (BigInt(b) < 0n) throw new ValueError("negative shift count");
  return BigInt(a) >> BigInt(b);
}

/** Python's `a & b`. */
export function bitAnd(a: unknown, b: unknown, sign = "&"): Dynamic {
  if (typeof a === "boolean" && typeof b === "boolean") return a && b;
  return isIntegral(a) && isIntegral(b) ? BigInt(a) & BigInt(b) : operate(a, b, "and", sign);
}

/** Python's `a | b`. */
export function bitOr(a: unknown, b: unknown, sign = "|"): Dynamic {
  if (typeof a === "boolean" && typeof b === "boolean") return a || b;
  return isIntegral(a) && isIntegral(b) ? BigInt(a) | BigInt(b) : operate(a, b, "or", sign);
}

/** Python's `a ^ b`. */
export function bitXor(a: unknown, b: unknown, sign = "^"): Dynamic {
  if (typeof a === "boolean" && typeof b === "boolean") return a !== b;
  return isIntegral(a) && isIntegral(b) ? BigInt(a) ^ BigInt(b) : operate(a, b, "xor", sign);
}
