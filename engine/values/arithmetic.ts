import { bitLength, floatDivmod, floorQuotient, smallPower, trueQuotient } from "../kernel/numbers.ts";
import type { Operator, UnaryOp } from "../tree/nodes.ts";
import { maxBits, raises, type Numeric, type Raises } from "./value.ts";

type Result = Numeric | Raises | undefined;

/** What an operator makes of two numbers. */
export function calculate(op: Operator, a: Numeric, b: Numeric): Result {
  if (typeof a === "bigint" && typeof b === "bigint") return bounded(ofIntegers(op, a, b));
  const [x, y] = [toFloat(a), toFloat(b)];
  if (typeof x !== "number") return x;
  return typeof y === "number" ? ofFloats(op, x, y) : y;
}

const largest = 1n << maxBits;

function bounded(result: Result): Result {
  return typeof result === "bigint" && (result > largest || result < -largest) ? undefined : result;
}

function ofIntegers(op: Operator, a: bigint, b: bigint): Result {
  switch (op) {
    case "Add":
      return a + b;
    case "Sub":
      return a - b;
    case "Mult":
      return a * b;
    case "FloorDiv":
      return b === 0n ? raises("ZeroDivisionError") : floorQuotient(a, b);
    case "Mod":
      return b === 0n ? raises("ZeroDivisionError") : a - b * floorQuotient(a, b);
    case "Div":
      return b === 0n ? raises("ZeroDivisionError") : trueDivision(a, b);
    case "Pow":
      return power(a, b);
    case "LShift":
      if (b < 0n) return raises("ValueError");
      return a === 0n ? 0n : b > maxBits ? undefined : a << b;
    case "RShift":
      if (b < 0n) return raises("ValueError");
      return a >> (b > maxBits ? maxBits + 1n : b);
    case "BitOr":
      return a | b;
    case "BitXor":
      return a ^ b;
    case "BitAnd":
      return a & b;
    case "MatMult":
      return raises("TypeError");
  }
}

function power(a: bigint, b: bigint): Result {
  // A float, and libraries round powers of floats differently.
  if (b < 0n) return a === 0n && isExact(b) ? raises("ZeroDivisionError") : undefined;
  if (a >= -1n && a <= 1n) return smallPower(a, b);
  return b * BigInt(bitLength(a) - 1) > maxBits ? undefined : a ** b;
}

function trueDivision(a: bigint, b: bigint): Result {
  const quotient = trueQuotient(a, b);
  return Number.isFinite(quotient) ? quotient : raises("OverflowError");
}

/** Whether a whole number is the same as a float. */
function isExact(value: bigint): boolean {
  return value >= -(2n ** 53n) && value <= 2n ** 53n;
}

function toFloat(value: Numeric): number | Raises {
  const float = Number(value);
  return typeof value === "bigint" && !Number.isFinite(float) ? raises("OverflowError") : float;
}

function ofFloats(op: Operator, a: number, b: number): Result {
  switch (op) {
    case "Add":
      return a + b;
    case "Sub":
      return a - b;
    case "Mult":
      return a * b;
    case "Div":
      return b === 0 ? raises("ZeroDivisionError") : a / b;
    case "Mod":
      return floatDivmod(a, b)?.[1] ?? raises("ZeroDivisionError");
    case "FloorDiv":
      return floatDivmod(a, b)?.[0] ?? raises("ZeroDivisionError");
    case "Pow":
      return undefined;
    default:
      return raises("TypeError");
  }
}

/** What a sign makes of a number. */
export function calculateOne(op: Exclude<UnaryOp["op"], "Not">, value: Numeric): Numeric | Raises {
  if (op === "UAdd") return value;
  if (op === "USub") return -value;
  return typeof value === "bigint" ? ~value : raises("TypeError");
}
