import { copyDict, Dict, pairsOf } from "./dict.ts";
import { DictItems, DictKeys, DictValues } from "./dict-views.ts";
import { KeyError } from "./errors.ts";
import { iterate } from "./iterate.ts";
import { hasMethod } from "./kinds.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

export function dict_get(dict: Dict, key: unknown, fallback: unknown = null): Dynamic {
  const entry = dict.table.find(key);
  return entry === undefined ? fallback : entry.value;
}

export function dict_setdefault(dict: Dict, key: unknown, fallback: unknown = null): Dynamic {
  const entry = dict.table.find(key);
  if (entry !== undefined) return entry.value;
  dict.table.set(key, fallback);
  return fallback;
}

export function dict_pop(dict: Dict, key: unknown, fallback?: unknown): Dynamic {
  const entry = dict.table.size === 0 ? undefined : dict.table.find(key);
  if (entry === undefined && fallback !== undefined) return fallback;
  if (entry === undefined) throw new KeyError(key);
  dict.table.delete(key);
  return entry.value;
}

export function dict_popitem(dict: Dict): Tuple {
  const entry = Array.from(dict.table.entries.values()).at(-1);
  if (entry === undefined) throw new KeyError("popitem(): dictionary is empty");
  dict.table.delete(entry.key);
  return new Tuple([entry.key, entry.value]);
}

export function dict_keys(dict: Dict): DictKeys {
  return new DictKeys(dict);
}

export function dict_values(dict: Dict): DictValues {
  return new DictValues(dict);
}

export function dict_items(dict: Dict): DictItems {
  return new DictItems(dict);
}

export function dict_clear(dict: Dict): null {
  dict.table.clear();
  return null;
}

export function dict_copy(dict: Dict): Dict {
  return copyDict(dict);
}

export function dict_update(dict: Dict, source?: unknown, named?: Dict): null {
  if (hasMethod(dict, "__update__")) return dict.__update__(source, named);
  if (source !== undefined) for (const [key, value] of pairsOf(source)) dict.table.set(key, value);
  if (named !== undefined) for (const [key, value] of named.pairs()) dict.table.set(key, value);
  return null;
}

/** `dict.fromkeys(keys, value)`. */
export function dict_fromkeys(keys: unknown, value: unknown = null): Dict {
  const made = new Dict();
  for (const key of iterate(keys)) made.table.set(key, value);
  return made;
}
