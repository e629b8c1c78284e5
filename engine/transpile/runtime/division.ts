import { floatDivmod, floorQuotient, trueQuotient } from "../../kernel/numbers.ts";
import { isFloatPair } from "./arithmetic.ts";
import { OverflowError, ZeroDivisionError } from "./errors.ts";
import { isNumeric } from "./kinds.ts";
import { toFloat } from "./numbers.ts";
import { operate } from "./operate.ts";
import { percentFormat } from "./percent-format.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

/** Python's `a / b`. */
export function trueDiv(a: unknown, b: unknown, sign = "/"): Dynamic {
  if (!isNumeric(a) || !isNumeric(b)) return operate(a, b, "truediv", sign);
  if (isFloatPair(a, b)) {
    const [dividend, divisor] = [toFloat(a), toFloat(b)];
    if (divisor === 0) throw new ZeroDivisionError("float division by zero");
    return dividend / divisor;
  }
  if (Number(b) === 0) throw new ZeroDivisionError("division by zero");
  const quotient = trueQuotient(BigInt(a), BigInt(b));
  if (Number.isFinite(quotient)) return quotient;
  throw new OverflowError("integer division result too large for a float");
}

/** Python's `a // b`. */
export function floorDiv(a: unknown, b: unknown, sign = "//"): Dynamic {
  if (!isNumeric(a) || !isNumeric(b)) return operate(a, b, "floordiv", sign);
  if (isFloatPair(a, b)) return floatParts(a, b, "float floor division by zero")[0];
  if (Number(b) === 0) throw new ZeroDivisionError("integer division or modulo by zero");
  return floorQuotient(BigInt(a), BigInt(b));
}

/** Python's `a % b`. */
export function mod(a: unknown, b: unknown, sign = "%"): Dynamic {
  return typeof a === "string" ? percentFormat(a, b) : modulo(a, b, sign);
}

/** `a % b` where `a` is no text. */
export function modulo(a: unknown, b: unknown, sign = "%"): Dynamic {
  if (!isNumeric(a) || !isNumeric(b)) return operate(a, b, "mod", sign);
  if (isFloatPair(a, b)) return floatParts(a, b, "float modulo by zero")[1];
  if (Number(b) === 0) throw new ZeroDivisionError("integer modulo by zero");
  const rest = BigInt(a) % BigInt(b);
  return rest !== 0n && rest < 0n !== BigInt(b) < 0n ? rest + BigInt(b) : rest;
}

/** Python's `divmod(a, b)`. */
export function divmod(a: unknown, b: unknown): Dynamic {
  if (!isNumeric(a) || !isNumeric(b)) return operate(a, b, "divmod", "divmod()");
  if (isFloatPair(a, b)) return new Tuple(floatParts(a, b, "float divmod()"));
  if (Number(b) === 0) throw new ZeroDivisionError("integer division or modulo by zero");
  const quotient = floorQuotient(BigInt(a), BigInt(b));
  return new Tuple([quotient, BigInt(a) - quotient * BigInt(b)]);
}

export function floatParts(
  a: bigint | number | boolean,
  b: bigint | number | boolean,
  complaint: string,
): [number, number] {
  const parts = floatDivmod(toFloat(a), toFloat(b));
  if (parts === undefined) throw new ZeroDivisionError(complaint);
  return parts;
}
