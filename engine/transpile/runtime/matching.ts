import { Dict } from "./dict.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

/** The items of what a sequence pattern can match, else null. */
export function sequenceItems(value: unknown): Dynamic[] | null {
  if (Array.isArray(value)) return value;
  return value instanceof Tuple ? [...value.items] : null;
}

/** The value of a key, undefined when there is none. */
export function findKey(dict: Dict, key: unknown): Dynamic {
  return dict.table.find(key)?.value;
}

/** A dict of the entries whose keys a pattern does not name. */
export function otherKeys(dict: Dict, named: unknown[]): Dict {
  const rest = Dict.of(dict.pairs());
  for (const key of named) rest.table.delete(key);
  return rest;
}
