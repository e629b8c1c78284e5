import { add, invert, mul, negative, positive, sub } from "./arithmetic.ts";
import { attr, callMethod } from "./attributes.ts";
import { bitAnd, bitOr, bitXor, leftShift, rightShift } from "./bits.ts";
import { floorDiv, mod, trueDiv } from "./division.ts";
import { equals, notEquals } from "./equality.ts";
import { getItem } from "./items.ts";
import { contains } from "./membership.ts";
import { greater, greaterEqual, less, lessEqual } from "./order.ts";
import { power } from "./power.ts";
import { truthy } from "./truth.ts";
import { Tuple } from "./tuple.ts";

export const operator_add = (a: any, b: any): any => add(a, b);
export const operator_concat = (a: any, b: any): any => add(a, b);
export const operator_sub = (a: any, b: any): any => sub(a, b);
export const operator_mul = (a: any, b: any): any => mul(a, b);
export const operator_truediv = (a: any, b: any): any => trueDiv(a, b);
export const operator_floordiv = (a: any, b: any): any => floorDiv(a, b);
export const operator_mod = (a: any, b: any): any => mod(a, b);
export const operator_pow = (a: any, b: any): any => power(a, b);
export const operator_and_ = (a: any, b: any): any => bitAnd(a, b);
export const operator_or_ = (a: any, b: any): any => bitOr(a, b);
export const operator_xor = (a: any, b: any): any => bitXor(a, b);
export const operator_lshift = (a: any, b: any): any => leftShift(a, b);
export const operator_rshift = (a: any, b: any): any => rightShift(a, b);
export const operator_eq = (a: any, b: any): boolean => equals(a, b);
export const operator_ne = (a: any, b: any): boolean => notEquals(a, b);
export const operator_lt = (a: any, b: any): boolean => less(a, b);
export const operator_le = (a: any, b: any): boolean => lessEqual(a, b);
export const operator_gt = (a: any, b: any): boolean => greater(a, b);
export const operator_ge = (a: any, b: any): boolean => greaterEqual(a, b);
export const operator_neg = (a: any): any => negative(a);
export const operator_pos = (a: any): any => positive(a);
export const operator_invert = (a: any): any => invert(a);
export const operator_not_ = (a: any): boolean => !truthy(a);
export const operator_truth = (a: any): boolean => truthy(a);
export const operator_contains = (a: any, b: any): boolean => contains(a, b);
export const operator_getitem = (a: any, b: any): any => getItem(a, b);

/** `operator.itemgetter(first, *others)`. */
export function operator_itemgetter(first: any, others: readonly any[]): any {
  if (others.length === 0) return (value: any): any => getItem(value, first);
  return (value: any): any => new Tuple([first, ...others].map((key) => getItem(value, key)));
}

/** `operator.attrgetter(first, *others)`, also of dotted names. */
export function operator_attrgetter(first: string, others: readonly string[]): any {
  const read = (value: any, path: string): any => path.split(".").reduce(attr, value);
  if (others.length === 0) return (value: any): any => read(value, first);
  return (value: any): any => new Tuple([first, ...others].map((path) => read(value, path)));
}

/** `operator.methodcaller(name, *args)`. */
export function operator_methodcaller(name: string, args: readonly any[]): any {
  return (value: any): any => callMethod(value, name, ...args);
}
