import { TranslationLimit, TypeError } from "./errors.ts";
import { hasMethod, isIterator, isNumeric, NotImplemented, typeName } from "./kinds.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

/** Python's `==`. */
export function equals(a: unknown, b: unknown): boolean {
  if (isNumeric(a)) return isNumeric(b) ? Number.isNaN(a) === false && a == b : equalsObject(b, a);
  if (typeof a === "string" && typeof b === "string") return a === b;
  if (Array.isArray(a)) return Array.isArray(b) ? sameItems(a, b) : equalsObject(b, a);
  if (hasMethod(a, "__eq__")) return equalsObject(a, b);
  if (a instanceof Tuple && b instanceof Tuple) return sameItems(a.items, b.items);
  return a === b || equalsObject(b, a);
}

export function notEquals(a: unknown, b: unknown): boolean {
  if (hasMethod(a, "__ne__")) {
    const answer = a.__ne__(b);
    if (answer !== NotImplemented) return asBoolean(answer);
  }
  return !equals(a, b);
}

/** Asks `a.__eq__`, then `b.__eq__`; the class that inherits from the other goes first. */
export function equalsObject(a: unknown, b: unknown): boolean {
  for (const [one, other] of inheritsFrom(b, a)
    ? [
        [b, a],
        [a, b],
      ]
    : [
        [a, b],
        [b, a],
      ]) {
    const answer = hasMethod(one, "__eq__") ? one.__eq__(other) : NotImplemented;
    if (answer !== NotImplemented) return asBoolean(answer);
  }
  return a === b;
}

export function asBoolean(answer: unknown): boolean {
  if (typeof answer === "boolean") return answer;
  throw new TranslationLimit("A comparison gives something other than a bool.");
}

/** Is the class of `a` a true subclass of the class of `b`? */
export function inheritsFrom(a: unknown, b: unknown): boolean {
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  return a.constructor !== b.constructor && a instanceof b.constructor;
}

/** How containers compare their items: the same object, or an equal one. */
export function same(a: unknown, b: unknown): boolean {
  if (Number.isNaN(a) && Number.isNaN(b))
    throw new TranslationLimit("Whether two nan are one object is not known.");
  return (a === b && typeof a === "object") || equals(a, b);
}

export function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, at) => same(item, b[at]));
}

/** Begins the keys whose values have still to be compared by `__eq__`. */
export const inexact = "\0~";

/** A key for a JavaScript Map: the same for values that are equal in Python. */
export function hashKey(value: Dynamic): unknown {
  if (typeof value === "string") return value.startsWith("\0") ? `\0s${value}` : value;
  if (typeof value === "bigint") return intKey(value);
  if (value === null) return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number") return floatKey(value);
  if (typeof value === "function" || isIterator(value)) return value;
  if (typeof value.__hash__ === "function") return inexact + value.__hash__();
  if (value instanceof Tuple && value.constructor.prototype.__eq__ === undefined) return tupleKey(value);
  if (Array.isArray(value) || typeof value.__eq__ === "function")
    throw new TypeError(`unhashable type: '${typeName(value)}'`);
  return value;
}

/** A JavaScript Map is much quicker with numbers: all ints that a number can hold become one. */
export function intKey(value: bigint): bigint | number {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

export function floatKey(value: number): bigint | number {
  if (Number.isNaN(value)) throw new TranslationLimit("Whether two nan are one key is not known.");
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;
}

export function tupleKey(tuple: Tuple): string {
  const keys = tuple.items.map((item) => keyText(hashKey(item)));
  const prefix = keys.some((key) => key.startsWith(inexact)) ? inexact : "\0";
  return `${prefix}(${keys.map((key) => `${key.length}:${key}`).join("")})`;
}

/** A key as a text in which no two different keys look alike. */
export function keyText(key: unknown): string {
  if (typeof key === "string") return key.startsWith("\0") ? key : `s${key}`;
  if (typeof key === "object" && key !== null) return `o${identity(key)}`;
  if (typeof key === "function") return `o${identity(key)}`;
  return `${typeof key === "bigint" ? "i" : "f"}${String(key)}`;
}

export const identities = new WeakMap<object, bigint>();
export const identityCount = { last: 0n };

/** A number for an object, as long as it lives. */
export function identity(value: object): bigint {
  const known = identities.get(value);
  if (known !== undefined) return known;
  identityCount.last += 1n;
  identities.set(value, identityCount.last);
  return identityCount.last;
}
