import { bitLength, smallPower } from "../../kernel/numbers.ts";
import { isFloatPair } from "./arithmetic.ts";
import { OverflowError, TranslationLimit, TypeError, ValueError, ZeroDivisionError } from "./errors.ts";
import { isIntegral, isNumeric, typeName } from "./kinds.ts";
import { exactPower } from "./exact-power.ts";
import { realNumber } from "./math.ts";
import { toFloat } from "./numbers.ts";
import { operate } from "./operate.ts";
import type { Dynamic } from "./tuple.ts";

/** Python's `a ** b`. */
export function power(a: unknown, b: unknown, sign = "** or pow()"): Dynamic {
  if (!isNumeric(a) || !isNumeric(b)) return operate(a, b, "pow", sign);
  if (isFloatPair(a, b) || Number(b) < 0) return floatPower(toFloat(a), toFloat(b));
  const [base, exponent] = [BigInt(a), BigInt(b)];
  if (base >= -1n && base <= 1n) return smallPower(base, exponent);
  if (exponent * BigInt(bitLength(base)) > 1n << 26n) throw new TranslationLimit("This power is too large.");
  return base ** exponent;
}

export function floatPower(base: number, exponent: number): number {
  if (base === 0 && exponent < 0 && exponent !== -Infinity)
    throw new ZeroDivisionError("0.0 cannot be raised to a negative power");
  if (base === 1 || exponent === 0) return 1;
  if (base === -1 && Math.abs(exponent) === Infinity) return 1;
  if (!Number.isFinite(base) || !Number.isFinite(exponent) || base === 0) return base ** exponent;
  if (base < 0 && !Number.isInteger(exponent))
    throw new TranslationLimit("Complex numbers are not translated.");
  const result = exponent === 1 ? base : exactPower(base, exponent);
  if (Number.isFinite(result)) return result;
  throw new OverflowError(34n, "Numerical result out of range");
}

/** `math.pow`: always of floats, and with errors of its own. */
export function math_pow(x: unknown, y: unknown): number {
  const [base, exponent] = [realNumber(x), realNumber(y)];
  const finite = Number.isFinite(base) && Number.isFinite(exponent);
  if (finite && base === 0 && exponent < 0) throw new ValueError("math domain error");
  if (finite && base < 0 && !Number.isInteger(exponent)) throw new ValueError("math domain error");
  if (base === 1 || exponent === 0 || (base === -1 && Math.abs(exponent) === Infinity)) return 1;
  const result = finite && base !== 0 && exponent !== 1 ? exactPower(base, exponent) : base ** exponent;
  if (!finite || Number.isFinite(result)) return result;
  throw new OverflowError("math range error");
}

/** Python's `pow`. */
export function pow(base: unknown, exponent: unknown, modulus?: unknown): Dynamic {
  if (modulus === undefined || modulus === null) return power(base, exponent);
  const operands = [base, exponent, modulus];
  if (!operands.every(isNumeric))
    throw new TypeError(
      `unsupported operand type(s) for ** or pow(): ${operands.map((operand) => `'${typeName(operand)}'`).join(", ")}`,
    );
  if (!isIntegral(base) || !isIntegral(exponent) || !isIntegral(modulus))
    throw new TypeError("pow() 3rd argument not allowed unless all arguments are integers");
  const by = BigInt(modulus);
  if (by === 0n) throw new ValueError("pow() 3rd argument cannot be 0");
  const size = by < 0n ? -by : by;
  const times = BigInt(exponent);
  const start = times < 0n ? inverseModulo(BigInt(base), size) : BigInt(base);
  const result = powerModulo(start, times < 0n ? -times : times, size);
  return by < 0n && result !== 0n ? result + by : result;
}

export function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n % modulus;
  let square = ((base % modulus) + modulus) % modulus;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

export function inverseModulo(value: bigint, modulus: bigint): bigint {
  let [a, b] = [((value % modulus) + modulus) % modulus, modulus];
  let [x, y] = [1n, 0n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b] = [b, a % b];
    [x, y] = [y, x - quotient * y];
  }
  if (a !== 1n) throw new ValueError("base is not invertible for the given modulus");
  return ((x % modulus) + modulus) % modulus;
}
