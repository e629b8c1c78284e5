import { IndexError, StopIteration, TypeError } from "./errors.ts";
import { hasMethod, isIterator, typeName } from "./kinds.ts";
import type { Dynamic } from "./tuple.ts";

/** Iterators of which somebody has asked for a step. */
export const begun = new WeakSet<object>();

/** What `for` iterates over. Leaving the loop does not end a generator, as it does not in Python. */
export function iterate(value: unknown): Dynamic {
  const iterator = iter(value);
  if (!isIterator(iterator)) return new Steps(() => stepOf(iterator));
  begun.add(iterator);
  return typeof iterator.return === "function" ? new Steps(() => iterator.next()) : iterator;
}

/** An iterator that knows nothing but its next step. */
export class Steps extends (globalThis as Dynamic).Iterator {
  constructor(next: () => IteratorResult<Dynamic>) {
    super();
    this.next = next;
  }
}

/** Python's `iter` of one value: an iterator of JavaScript, or an object with `__next__`. */
export function iter(value: unknown): Dynamic {
  if (Array.isArray(value) || typeof value === "string") return value[Symbol.iterator]();
  if (isIterator(value)) return value;
  if (hasMethod(value, "__iter__")) return checkedIterator(value.__iter__());
  if (hasMethod(value, "__getitem__")) return itemsByIndex(value);
  throw new TypeError(`'${typeName(value)}' object is not iterable`);
}

export function checkedIterator(made: unknown): Dynamic {
  if (isIterator(made) || hasMethod(made, "__next__")) return made;
  throw new TypeError(`iter() returned non-iterator of type '${typeName(made)}'`);
}

/** One step of an iterator of either kind. */
export function stepOf(iterator: Dynamic): IteratorResult<Dynamic> {
  if (isIterator(iterator)) return iterator.next();
  try {
    return { done: false, value: iterator.__next__() };
  } catch (error) {
    if (error instanceof StopIteration) return { done: true, value: error.value };
    throw error;
  }
}

/** The older protocol: `__getitem__` with 0, 1, 2 … until IndexError. */
export function* itemsByIndex(sequence: Dynamic): Generator<Dynamic> {
  for (let index = 0n; ; index++) {
    let item: unknown;
    try {
      item = sequence.__getitem__(index);
    } catch (error) {
      if (error instanceof IndexError) return;
      throw error;
    }
    yield item;
  }
}

/** Python's `next`. */
export function next(iterator: unknown, fallback?: unknown): Dynamic {
  if (!isIterator(iterator) && !hasMethod(iterator, "__next__"))
    throw new TypeError(`'${typeName(iterator)}' object is not an iterator`);
  begun.add(iterator);
  const { done, value } = stepOf(iterator);
  if (done !== true) return value;
  if (fallback !== undefined) return fallback;
  throw value === undefined || value === null ? new StopIteration() : new StopIteration(value);
}

/** As `iterate`, where the order of a set cannot be seen. */
export function iterateUnordered(value: unknown): Dynamic {
  return hasMethod(value, "__unordered__") ? value.__unordered__() : iterate(value);
}

/** Is this a set whose order is not known? */
export function hidesOrder(value: unknown): boolean {
  return hasMethod(value, "__hides_order__") && value.__hides_order__();
}

/** Everything an iterable gives, as a new list. */
export function collect(value: unknown): Dynamic[] {
  return Array.isArray(value) ? value.slice() : Array.from(iterate(value));
}
