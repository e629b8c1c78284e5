import { TranslationLimit, ValueError } from "./errors.ts";
import { asInt } from "./range.ts";

export function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

export function math_gcd(integers: readonly unknown[]): bigint {
  return integers.map(asInt).reduce(greatestDivisor, 0n);
}

export function math_lcm(integers: readonly unknown[]): bigint {
  let multiple = 1n;
  for (const value of integers.map(asInt)) {
    if (value === 0n) return 0n;
    const product = (multiple / greatestDivisor(multiple, value)) * value;
    multiple = product < 0n ? -product : product;
  }
  return multiple;
}

export function math_isqrt(n: unknown): bigint {
  const value = asInt(n);
  if (value < 0n) throw new ValueError("isqrt() argument must be nonnegative");
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (let next = (root + value / root) >> 1n; next < root; next = (root + value / root) >> 1n) root = next;
  return root;
}

export function math_factorial(n: unknown): bigint {
  const value = asInt(n);
  if (value < 0n) throw new ValueError("factorial() not defined for negative values");
  if (value > 100000n) throw new TranslationLimit("This factorial is too large.");
  return productOfRange(1n, value);
}

/** `first * (first + 1) * … * last`, by halves so that the factors stay small for long. */
export function productOfRange(first: bigint, last: bigint): bigint {
  if (first > last) return 1n;
  if (last - first < 8n) {
    let product = first;
    for (let factor = first + 1n; factor <= last; factor++) product *= factor;
    return product;
  }
  const middle = (first + last) / 2n;
  return productOfRange(first, middle) * productOfRange(middle + 1n, last);
}

export function math_perm(n: unknown, k?: unknown): bigint {
  if (k === undefined || k === null) return math_factorial(n);
  const [all, taken] = countsOf(n, k);
  return taken > all ? 0n : productOfRange(all - taken + 1n, all);
}

export function math_comb(n: unknown, k: unknown): bigint {
  const [all, taken] = countsOf(n, k);
  if (taken > all) return 0n;
  const fewer = taken < all - taken ? taken : all - taken;
  return productOfRange(all - fewer + 1n, all) / productOfRange(1n, fewer);
}

export function countsOf(n: unknown, k: unknown): [bigint, bigint] {
  const [all, taken] = [asInt(n), asInt(k)];
  if (all < 0n) throw new ValueError("n must be a non-negative integer");
  if (taken < 0n) throw new ValueError("k must be a non-negative integer");
  return [all, taken];
}
