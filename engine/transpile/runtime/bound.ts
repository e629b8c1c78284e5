import { isIterable } from "./dict.ts";
import { typeName } from "./kinds.ts";
import { contains } from "./membership.ts";
import { NameError, TranslationLimit, TypeError, UnboundLocalError, ValueError } from "./errors.ts";
import { iterate } from "./iterate.ts";
import { equals } from "./equality.ts";
import type { Dynamic } from "./tuple.ts";

/** A local variable, or the error when it has no value yet. */
export function boundLocal(value: unknown, name: string): Dynamic {
  if (value !== undefined) return value;
  throw new UnboundLocalError(
    `cannot access local variable '${name}' where it is not associated with a value`,
  );
}

/** A variable of a function around this one, or the error when it has no value yet. */
export function boundFree(value: unknown, name: string): Dynamic {
  if (value !== undefined) return value;
  throw new NameError(
    `cannot access free variable '${name}' where it is not associated with a value in enclosing scope`,
  );
}

/** A variable of the module, or the error when it has no value yet. */
export function boundGlobal(value: unknown, name: string): Dynamic {
  if (value !== undefined) return value;
  throw new NameError(`name '${name}' is not defined`);
}

/** At most so many items of a value: it may have no end. */
export function itemsUpTo(value: unknown, maxItems: number): Dynamic[] {
  if (!isIterable(value)) throw new TypeError(`cannot unpack non-iterable ${typeName(value)} object`);
  const items: Dynamic[] = [];
  for (const item of iterate(value)) {
    items.push(item);
    if (items.length >= maxItems) break;
  }
  return items;
}

/** The items of a value that must have so many. */
export function unpack(value: unknown, count: number): Dynamic[] {
  const items = itemsUpTo(value, count + 1);
  if (items.length < count)
    throw new ValueError(`not enough values to unpack (expected ${count}, got ${items.length})`);
  if (items.length > count) throw new ValueError(`too many values to unpack (expected ${count})`);
  return items;
}

/** The items of a value, those between the first and the last ones as a list. */
export function unpackStar(value: unknown, before: number, after: number): Dynamic[] {
  const items = itemsUpTo(value, Infinity);
  const minItems = before + after;
  if (items.length < minItems)
    throw new ValueError(`not enough values to unpack (expected at least ${minItems}, got ${items.length})`);
  const end = items.length - after;
  return [...items.slice(0, before), items.slice(before, end), ...items.slice(end)];
}

/** Unpacks a value into nested arrays of the same shape. */
export function unpackAs(value: unknown, shape: unknown[]): Dynamic[] {
  return unpack(value, shape.length).map((item, at) =>
    Array.isArray(shape[at]) ? unpackAs(item, shape[at]) : item,
  );
}

/** `item in container`, evaluated in Python's order. */
export function isIn(item: unknown, container: unknown): boolean {
  return contains(container, item);
}

/** Python's `is`. Whether equal numbers, texts or tuples are one object is not known here. */
export function identical(a: unknown, b: unknown): boolean {
  const plain = (value: unknown): boolean =>
    typeof value === "bigint" || typeof value === "number" || typeof value === "string";
  if (plain(a) && plain(b) && equals(a, b))
    throw new TranslationLimit("Whether two equal values are one object is not known.");
  return a === b;
}

/** What `yield from` hands the control to. */
export function delegate(value: Dynamic): Dynamic {
  return typeof value?.[Symbol.iterator] === "function" && typeof value.throw === "function"
    ? value
    : iterate(value);
}

/** A variable of the module that gets its value further down. */
export function lateGlobal(read: () => unknown, name: string): Dynamic {
  try {
    return read();
  } catch {
    throw new NameError(`name '${name}' is not defined`);
  }
}

/** The pairs that `{**mapping}` takes over. */
export function mappingPairs(mapping: Dynamic): Iterable<[Dynamic, Dynamic]> {
  if (typeof mapping?.pairs !== "function")
    throw new TypeError(`'${typeName(mapping)}' object is not a mapping`);
  return mapping.pairs();
}
