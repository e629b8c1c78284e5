import { floatRatio, nearestFloat, timesPowerOfTwo } from "../../kernel/numbers.ts";
import { OverflowError, TypeError, ValueError } from "./errors.ts";
import { mul } from "./arithmetic.ts";
import { iterate, iterateUnordered } from "./iterate.ts";
import { hasMethod, isNumeric, typeName } from "./kinds.ts";
import { truncated } from "./numbers-text.ts";
import { toFloat } from "./numbers.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

export const math_pi = Math.PI;
export const math_e = Math.E;
export const math_tau = 2 * Math.PI;
export const math_inf = Infinity;
export const math_nan = NaN;

/** A float from what a function of `math` takes. */
export function realNumber(value: unknown): number {
  if (isNumeric(value)) return toFloat(value);
  if (hasMethod(value, "__float__")) return value.__float__();
  if (hasMethod(value, "__index__")) return toFloat(value.__index__());
  throw new TypeError(`must be real number, not ${typeName(value)}`);
}

export function math_sqrt(x: unknown): number {
  const value = realNumber(x);
  if (value < 0) throw new ValueError("math domain error");
  return Math.sqrt(value);
}

export function math_floor(x: unknown): Dynamic {
  if (typeof x === "bigint" || typeof x === "boolean") return BigInt(x);
  return hasMethod(x, "__floor__") ? x.__floor__() : truncated(Math.floor(realNumber(x)));
}

export function math_ceil(x: unknown): Dynamic {
  if (typeof x === "bigint" || typeof x === "boolean") return BigInt(x);
  return hasMethod(x, "__ceil__") ? x.__ceil__() : truncated(Math.ceil(realNumber(x)));
}

export function math_trunc(x: unknown): Dynamic {
  if (typeof x === "bigint" || typeof x === "boolean") return BigInt(x);
  if (typeof x === "number") return truncated(x);
  if (hasMethod(x, "__trunc__")) return x.__trunc__();
  throw new TypeError(`type ${typeName(x)} doesn't define __trunc__ method`);
}

export function math_fabs(x: unknown): number {
  return Math.abs(realNumber(x));
}

export function math_copysign(x: unknown, y: unknown): number {
  const [size, sign] = [Math.abs(realNumber(x)), realNumber(y)];
  return sign < 0 || Object.is(sign, -0) ? -size : size;
}

export function math_fmod(x: unknown, y: unknown): number {
  const [a, b] = [realNumber(x), realNumber(y)];
  const result = a % b;
  if (Number.isNaN(result) && !Number.isNaN(a) && !Number.isNaN(b)) throw new ValueError("math domain error");
  return result;
}

/** What is left over from the nearest multiple. */
export function math_remainder(x: unknown, y: unknown): number {
  const [a, b] = [realNumber(x), Math.abs(realNumber(y))];
  if (Number.isNaN(a) || Number.isNaN(b)) return NaN;
  if (!Number.isFinite(a) || b === 0) throw new ValueError("math domain error");
  if (!Number.isFinite(b)) return a;
  const rest = Math.abs(a) % b;
  const above = b - rest;
  const half = 0.5 * ((Math.abs(a) - rest) % (2 * b));
  const nearest = rest < above || (rest === above && half === 0) ? rest : -above;
  return a < 0 || Object.is(a, -0) ? -nearest : nearest;
}

export function math_isnan(x: unknown): boolean {
  return Number.isNaN(realNumber(x));
}

export function math_isinf(x: unknown): boolean {
  return Math.abs(realNumber(x)) === Infinity;
}

export function math_isfinite(x: unknown): boolean {
  return Number.isFinite(realNumber(x));
}

export function math_isclose(
  x: unknown,
  y: unknown,
  relative: unknown = 1e-9,
  absolute: unknown = 0,
): boolean {
  const [a, b] = [realNumber(x), realNumber(y)];
  const [rel, abs] = [realNumber(relative), realNumber(absolute)];
  if (rel < 0 || abs < 0) throw new ValueError("tolerances must be non-negative");
  if (a === b) return true;
  const difference = Math.abs(b - a);
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  return difference <= Math.abs(rel * b) || difference <= Math.abs(rel * a) || difference <= abs;
}

export function math_degrees(x: unknown): number {
  return realNumber(x) * (180 / Math.PI);
}

export function math_radians(x: unknown): number {
  return realNumber(x) * (Math.PI / 180);
}

export function math_modf(x: unknown): Tuple {
  const value = realNumber(x);
  const whole = Math.trunc(value);
  const rest = Number.isFinite(value) ? value - whole : Number.isNaN(value) ? value : 0;
  return new Tuple([math_copysign(rest, value), whole]);
}

export function math_frexp(x: unknown): Tuple {
  const value = realNumber(x);
  if (value === 0 || !Number.isFinite(value)) return new Tuple([value, 0n]);
  let [mantissa, exponent] = [value, 0n];
  for (; Math.abs(mantissa) >= 1; exponent++) mantissa /= 2;
  for (; Math.abs(mantissa) < 0.5; exponent--) mantissa *= 2;
  return new Tuple([mantissa, exponent]);
}

export function math_ldexp(x: unknown, i: unknown): number {
  const value = realNumber(x);
  if (typeof i !== "bigint" && typeof i !== "boolean")
    throw new TypeError("Expected an int as second argument to ldexp.");
  if (value === 0 || !Number.isFinite(value)) return value;
  const [top, bottom] = floatRatio(value);
  const shift = BigInt(i) > 5000n ? 5000n : BigInt(i) < -5000n ? -5000n : BigInt(i);
  const result = shift < 0n ? nearestFloat(top, bottom << -shift) : nearestFloat(top << shift, bottom);
  if (!Number.isFinite(result)) throw new OverflowError("math range error");
  return math_copysign(result, value);
}

export function math_prod(values: unknown, start: unknown = 1n): Dynamic {
  let product = start;
  for (const value of iterate(values)) product = mul(product, value);
  return product;
}

/** The exact sum, rounded once. */
export function math_fsum(values: unknown): number {
  let [top, bottom] = [0n, 1n];
  let special = 0;
  for (const item of iterateUnordered(values)) {
    const value = realNumber(item);
    if (!Number.isFinite(value)) special = addSpecial(special, value);
    else {
      const [a, b] = floatRatio(value);
      if (b > bottom) [top, bottom] = [top * (b / bottom) + a, b];
      else top += a * (bottom / b);
    }
  }
  if (special !== 0) return special;
  const sum = top === 0n ? 0 : nearestFloat(top, bottom);
  if (Number.isFinite(sum)) return sum;
  throw new OverflowError("intermediate overflow in fsum");
}

export function addSpecial(sum: number, value: number): number {
  if (Number.isNaN(sum + value) && !Number.isNaN(sum) && !Number.isNaN(value))
    throw new ValueError("-inf + inf in fsum");
  return sum + value;
}

export function math_hypot(coordinates: readonly unknown[]): number {
  return vectorLength(coordinates.map((x) => Math.abs(realNumber(x))));
}

export function math_dist(p: unknown, q: unknown): number {
  const [from, to] = [Array.from<unknown>(iterate(p)), Array.from<unknown>(iterate(q))];
  if (from.length !== to.length) throw new ValueError("both points must have the same number of dimensions");
  return vectorLength(from.map((x, at) => Math.abs(realNumber(x) - realNumber(to[at]))));
}

/** CPython's own method: squares without loss, and a correction after the root. */
export function vectorLength(sizes: readonly number[]): number {
  const largest = Math.max(0, ...sizes.filter((size) => !Number.isNaN(size)));
  if (largest === Infinity) return Infinity;
  if (sizes.some((size) => Number.isNaN(size))) return NaN;
  if (largest === 0 || sizes.length <= 1) return largest;
  const tiny = 2 ** -1022;
  const exponent = Number(math_frexp(largest).items[1]);
  if (exponent < -1023) return tiny * vectorLength(sizes.map((size) => size / tiny));
  const sum = { high: 1, low: 0, lost: 0 };
  const scale = timesPowerOfTwo(1, -exponent);
  for (const size of sizes) addProduct(sum, size * scale, size * scale);
  const root = Math.sqrt(sum.high - 1 + (sum.low + sum.lost));
  addProduct(sum, -root, root);
  return (root + (sum.high - 1 + (sum.low + sum.lost)) / (2 * root)) / scale;
}

/** Adds a product with all its digits, in two parts. */
export function addProduct(sum: { high: number; low: number; lost: number }, x: number, y: number): void {
  const [a, b] = [halves(x), halves(y)];
  const product = x * y;
  const rest = a.high * b.high - product + a.high * b.low + a.low * b.high + a.low * b.low;
  const high = sum.high + product;
  sum.lost += sum.high - high + product;
  sum.low += rest;
  sum.high = high;
}

export function halves(value: number): { high: number; low: number } {
  const upper = value * 134217729;
  const high = upper - (upper - value);
  return { high, low: value - high };
}
