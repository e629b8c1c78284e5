import { Dict, pairsOf } from "./dict.ts";
import { collect } from "./iterate.ts";
import { addAll } from "./set-methods.ts";
import { FrozenSetValue, SetValue } from "./set.ts";
import { truthy } from "./truth.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

/** Python's `bool`. */
export function bool(value: unknown = false): boolean {
  return truthy(value);
}

/** Python's `list`. */
export function list(values?: unknown): Dynamic[] {
  return values === undefined ? [] : collect(values);
}

/** Python's `tuple`. */
export function tuple(values?: unknown): Tuple {
  if (values instanceof Tuple && values.constructor === Tuple) return values;
  return new Tuple(values === undefined ? [] : collect(values));
}

/** Python's `set`. */
export function set(values?: unknown): SetValue {
  return addAll(new SetValue(), values === undefined ? [] : values);
}

/** Python's `frozenset`. */
export function frozenset(values?: unknown): FrozenSetValue {
  if (values instanceof FrozenSetValue) return values;
  return addAll(new FrozenSetValue(), values === undefined ? [] : values);
}

/** Python's `dict`. */
export function dict(source?: unknown, named?: Dict): Dict {
  const made = new Dict();
  if (source !== undefined) for (const [key, value] of pairsOf(source)) made.table.set(key, value);
  if (named !== undefined) for (const [key, value] of named.pairs()) made.table.set(key, value);
  return made;
}
