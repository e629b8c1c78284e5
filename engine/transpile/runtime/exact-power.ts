import { bitLength, floatRatio, timesPowerOfTwo } from "../../kernel/numbers.ts";
import { TranslationLimit } from "./errors.ts";

/**
 * `base ** exponent`, rounded once. The C library under Python is right to about 0.51 units of the last digit:
 * where the true value lies too near the middle of two floats to know its choice, there is no answer.
 */
export function exactPower(base: number, exponent: number): number {
  const sign = base < 0 && Math.abs(exponent % 2) === 1 ? -1 : 1;
  const settled = exponent === 2 ? settledSquare(base) : exponent === 0.5 ? settledRoot(base) : undefined;
  if (settled !== undefined) return settled;
  const [top, bottom] = floatRatio(exponent);
  const logarithm = (naturalLogarithm(Math.abs(base)) * top) / bottom;
  const size = Number(logarithm >> 128n);
  if (size > 710) return sign * Infinity;
  if (size < -746) return sign < 0 ? -0 : 0;
  return sign * settledExponential(logarithm);
}

/** The square, when it cannot be rounded in two ways. */
export function settledSquare(base: number): number | undefined {
  const square = base * base;
  if (square > 1e20 || square < 1e-20) return undefined;
  return square + squareError(base, square) * 1.025 === square ? square : undefined;
}

/** The square root, when it cannot be rounded in two ways. */
export function settledRoot(base: number): number | undefined {
  if (base > 1e20 || base < 1e-20) return undefined;
  const root = Math.sqrt(base);
  const square = root * root;
  const error = (base - square - squareError(root, square)) / (2 * root);
  return root + error * 1.025 === root ? root : undefined;
}

/** What the rounded square of a number lacks. */
export function squareError(base: number, square: number): number {
  const upper = base * 134217729;
  const high = upper - (upper - base);
  const low = base - high;
  return high * high - square + 2 * high * low + low * low;
}

/** A fixed-point number of 128 binary places for each of these. */
export const unit = 1n << 128n;

/** The natural logarithm of 2. */
export const logarithmOfTwo = 235865763225513294137944142764154484399n;

/** The logarithm of a float above 0. */
export function naturalLogarithm(value: number): bigint {
  const [top, bottom] = floatRatio(value);
  const halvings = bitLength(top) - bitLength(bottom);
  const mantissa =
    halvings > 0 ? (top * unit) / (bottom << BigInt(halvings)) : ((top << BigInt(-halvings)) * unit) / bottom;
  const ratio = ((mantissa - unit) * unit) / (mantissa + unit);
  return 2n * areaTangent(ratio) + BigInt(halvings) * logarithmOfTwo;
}

/** artanh, by its series. */
export function areaTangent(ratio: bigint): bigint {
  const square = (ratio * ratio) >> 128n;
  let sum = 0n;
  let term = ratio;
  for (let odd = 1n; term !== 0n && term !== -1n; odd += 2n) {
    sum += term / odd;
    term = (term * square) >> 128n;
  }
  return sum;
}

/** The float nearest to `e ** logarithm`, when the C library can have no other one. */
export function settledExponential(logarithm: bigint): number {
  const doublings = logarithm / logarithmOfTwo;
  const mantissa = exponential(logarithm - doublings * logarithmOfTwo);
  const spare = BigInt(bitLength(mantissa) - 53);
  const rest = Number((mantissa & ((1n << spare) - 1n)) >> (spare - 40n)) / 2 ** 40;
  const doubt = 0.009 + Math.abs(Number(logarithm >> 128n)) * 5e-5;
  const tiny = Number(doublings) < -1021;
  if (tiny || Math.abs(rest - 0.5) < doubt)
    throw new TranslationLimit("This power of a float is not translated exactly.");
  const digits = (mantissa >> spare) + (rest > 0.5 ? 1n : 0n);
  return timesPowerOfTwo(Number(digits), Number(doublings) + Number(spare) - 128);
}

/** `e ** value`, for a value between -1 and 1. */
export function exponential(value: bigint): bigint {
  let sum = unit;
  let term = unit;
  for (let count = 1n; term !== 0n && term !== -1n; count++) {
    term = (term * value) / (unit * count);
    sum += term;
  }
  return sum;
}
