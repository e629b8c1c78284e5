import { call, callWith, signatures } from "./calls.ts";
import { Dict, isIterable } from "./dict.ts";
import { TypeError } from "./errors.ts";
import { iterate } from "./iterate.ts";
import { isIntegral, type PythonMethod, typeName } from "./kinds.ts";
import { greater, less } from "./order.ts";
import { equals } from "./equality.ts";
import { truthy } from "./truth.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

/** `functools.reduce`. */
export function functools_reduce(combine: unknown, values: unknown, initial?: unknown): Dynamic {
  if (!isIterable(values)) throw new TypeError("reduce() arg 2 must support iteration");
  let result = initial;
  for (const value of iterate(values)) result = result === undefined ? value : call(combine, result, value);
  if (result === undefined) throw new TypeError("reduce() of empty iterable with no initial value");
  return result;
}

/** `functools.partial`. */
export function functools_partial(target: unknown, first: readonly unknown[], named?: Dict): PythonMethod {
  const keywords = named === undefined ? {} : Object.fromEntries(named.pairs());
  return (...args: unknown[]): unknown => callWith(target, [...first, ...args], keywords);
}

/** What `cmp_to_key` makes of a value. */
export class ComparedKey {
  readonly value: unknown;
  readonly compare: unknown;

  constructor(value: unknown, compare: unknown) {
    this.value = value;
    this.compare = compare;
  }

  __lt__(other: ComparedKey): boolean {
    return less(call(this.compare, this.value, other.value), 0n);
  }

  __gt__(other: ComparedKey): boolean {
    return greater(call(this.compare, this.value, other.value), 0n);
  }

  __le__(other: ComparedKey): boolean {
    return !this.__gt__(other);
  }

  __ge__(other: ComparedKey): boolean {
    return !this.__lt__(other);
  }

  __eq__(other: ComparedKey): boolean {
    return equals(call(this.compare, this.value, other.value), 0n);
  }
}

/** `functools.cmp_to_key`. */
export function functools_cmp_to_key(compare: unknown): (value: unknown) => ComparedKey {
  return (value: unknown): ComparedKey => new ComparedKey(value, compare);
}

/** `functools.cache`. */
export function functools_cache(target: unknown): PythonMethod {
  return remembering(target, Infinity, false);
}

/** `functools.lru_cache`, with and without arguments. */
export function functools_lru_cache(maxsize: unknown = 128n, typed: unknown = false): PythonMethod {
  if (typeof maxsize === "function") return remembering(maxsize, 128, false);
  if (maxsize !== null && !isIntegral(maxsize))
    throw new TypeError("Expected first argument to be an integer, a callable, or None");
  const size = maxsize === null ? Infinity : Math.max(0, Number(maxsize));
  return (target: unknown): PythonMethod => remembering(target, size, truthy(typed));
}

/** A function that keeps its latest results, the one used longest ago leaving first. */
export function remembering(target: Dynamic, size: number, typed: boolean): PythonMethod {
  const known = new Dict();
  const remembered = function (this: unknown, ...args: unknown[]): unknown {
    const parts = this === undefined ? args : [this, ...args];
    const key = new Tuple(typed ? [...parts, ...parts.map(typeName)] : parts);
    const entry = known.table.find(key);
    if (entry !== undefined) {
      if (size !== Infinity) known.table.delete(key);
      known.table.set(entry.key, entry.value);
      return entry.value;
    }
    const value = target.apply(this, args);
    known.table.set(key, value);
    if (known.table.size > size) known.table.delete(known.table.entries.values().next().value!.key);
    return value;
  };
  const signature = signatures.get(target);
  if (signature !== undefined) signatures.set(remembered, signature);
  return remembered;
}
