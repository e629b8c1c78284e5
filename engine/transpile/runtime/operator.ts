import { add, invert, mul, negative, positive, sub } from "./arithmetic.ts";
import { attr, callMethod } from "./attributes.ts";
import { bitAnd, bitOr, bitXor, leftShift, rightShift } from "./bits.ts";
import { floorDiv, mod, trueDiv } from "./division.ts";
import { equals, notEquals } from "./equality.ts";
import { getItem } from "./items.ts";
import type { PythonMethod } from "./kinds.ts";
import { contains } from "./membership.ts";
import { greater, greaterEqual, less, lessEqual } from "./order.ts";
import { power } from "./power.ts";
import { truthy } from "./truth.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

export const operator_add = (a: unknown, b: unknown): Dynamic => add(a, b);
export const operator_concat = (a: unknown, b: unknown): Dynamic => add(a, b);
export const operator_sub = (a: unknown, b: unknown): Dynamic => sub(a, b);
export const operator_mul = (a: unknown, b: unknown): Dynamic => mul(a, b);
export const operator_truediv = (a: unknown, b: unknown): Dynamic => trueDiv(a, b);
export const operator_floordiv = (a: unknown, b: unknown): Dynamic => floorDiv(a, b);
export const operator_mod = (a: unknown, b: unknown): Dynamic => mod(a, b);
export const operator_pow = (a: unknown, b: unknown): Dynamic => power(a, b);
export const operator_and_ = (a: unknown, b: unknown): Dynamic => bitAnd(a, b);
export const operator_or_ = (a: unknown, b: unknown): Dynamic => bitOr(a, b);
export const operator_xor = (a: unknown, b: unknown): Dynamic => bitXor(a, b);
export const operator_lshift = (a: unknown, b: unknown): Dynamic => leftShift(a, b);
export const operator_rshift = (a: unknown, b: unknown): Dynamic => rightShift(a, b);
export const operator_eq = (a: unknown, b: unknown): boolean => equals(a, b);
export const operator_ne = (a: unknown, b: unknown): boolean => notEquals(a, b);
export const operator_lt = (a: unknown, b: unknown): boolean => less(a, b);
export const operator_le = (a: unknown, b: unknown): boolean => lessEqual(a, b);
export const operator_gt = (a: unknown, b: unknown): boolean => greater(a, b);
export const operator_ge = (a: unknown, b: unknown): boolean => greaterEqual(a, b);
export const operator_neg = (a: unknown): Dynamic => negative(a);
export const operator_pos = (a: unknown): Dynamic => positive(a);
export const operator_invert = (a: unknown): Dynamic => invert(a);
export const operator_not_ = (a: unknown): boolean => !truthy(a);
export const operator_truth = (a: unknown): boolean => truthy(a);
export const operator_contains = (a: unknown, b: unknown): boolean => contains(a, b);
export const operator_getitem = (a: unknown, b: unknown): Dynamic => getItem(a, b);

/** `operator.itemgetter(first, *others)`. */
export function operator_itemgetter(first: unknown, others: readonly unknown[]): PythonMethod {
  if (others.length === 0) return (value: unknown): unknown => getItem(value, first);
  return (value: unknown): Tuple => new Tuple([first, ...others].map((key) => getItem(value, key)));
}

/** `operator.attrgetter(first, *others)`, also of dotted names. */
export function operator_attrgetter(first: string, others: readonly string[]): PythonMethod {
  const read = (value: unknown, path: string): unknown => path.split(".").reduce(attr, value);
  if (others.length === 0) return (value: unknown): unknown => read(value, first);
  return (value: unknown): Tuple => new Tuple([first, ...others].map((path) => read(value, path)));
}

/** `operator.methodcaller(name, *args)`. */
export function operator_methodcaller(name: string, args: readonly unknown[]): PythonMethod {
  return (value: unknown): unknown => callMethod(value, name, ...args);
}
