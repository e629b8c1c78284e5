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
      return b === 0n ? raises("ZeroDivisionError") : floorDivision(a, b);
    case "Mod":
      return b === 0n ? raises("ZeroDivisionError") : a - b * floorDivision(a, b);
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

function floorDivision(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

function power(a: bigint, b: bigint): Result {
  // A float, and libraries round powers of floats differently.
  if (b < 0n) return a === 0n && isExact(b) ? raises("ZeroDivisionError") : undefined;
  if (a >= -1n && a <= 1n) return b === 0n ? 1n : b % 2n === 0n ? a * a : a;
  return b * BigInt(bitLength(a) - 1) > maxBits ? undefined : a ** b;
}

function bitLength(value: bigint): number {
  return (value < 0n ? -value : value).toString(2).length;
}

/** The float nearest to a quotient, where it is not one of the smallest that there are. */
function trueDivision(a: bigint, b: bigint): Result {
  if (isExact(a) && isExact(b)) return Number(a) / Number(b);
  if (a === 0n) return b < 0n ? -0 : 0;
  // A quotient of at least 64 bits, the last of which tells whether anything is left, is rounded as all of it would be.
  const shift = 64 - (bitLength(a) - bitLength(b));
  const [dividend, divisor] = shift > 0 ? [a << BigInt(shift), b] : [a, b << BigInt(-shift)];
  const size = dividend / divisor < 0n ? -(dividend / divisor) : dividend / divisor;
  const sticky = dividend % divisor === 0n ? size : size | 1n;
  const sign = a < 0n === b < 0n ? 1 : -1;
  const result = scaled(Number(sticky), -shift);
  if (result === Infinity) return raises("OverflowError");
  return result < 2 ** -1022 ? undefined : sign * result;
}

/** `value * 2 ** power`, in two steps: one alone may leave the range of floats on the way. */
function scaled(value: number, power: number): number {
  const half = Math.trunc(power / 2);
  return value * 2 ** half * 2 ** (power - half);
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
      return b === 0 ? raises("ZeroDivisionError") : floorParts(a, b).rest;
    case "FloorDiv":
      return b === 0 ? raises("ZeroDivisionError") : floorParts(a, b).quotient;
    case "Pow":
      return undefined;
    default:
      return raises("TypeError");
  }
}

/** The quotient is whole, and the rest has the sign of the divisor, also when it is zero. */
function floorParts(a: number, b: number): { quotient: number; rest: number } {
  const cut = a % b;
  const isOff = cut !== 0 && b < 0 !== cut < 0;
  const rest = cut === 0 ? (b < 0 ? -0 : 0) : isOff ? cut + b : cut;
  const exact = (a - cut) / b - (isOff ? 1 : 0);
  if (exact === 0) return { quotient: a / b < 0 || Object.is(a / b, -0) ? -0 : 0, rest };
  const whole = Math.floor(exact);
  return { quotient: exact - whole > 0.5 ? whole + 1 : whole, rest };
}

/** What a sign makes of a number. */
export function calculateOne(op: Exclude<UnaryOp["op"], "Not">, value: Numeric): Numeric | Raises {
  if (op === "UAdd") return value;
  if (op === "USub") return -value;
  return typeof value === "bigint" ? ~value : raises("TypeError");
}
