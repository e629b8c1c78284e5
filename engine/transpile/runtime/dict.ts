import { same } from "./equality.ts";
import { KeyError, RuntimeError, TypeError, ValueError } from "./errors.ts";
import { collect, iterate } from "./iterate.ts";
import { hasMethod, isIterator, NotImplemented, type OperatorAnswer } from "./kinds.ts";
import { guarded, repr } from "./repr.ts";
import { Table, type TableEntry } from "./table.ts";
import type { Dynamic } from "./tuple.ts";

/** Python's dict. */
export class Dict {
  static readonly __name__: string = "dict";
  readonly table = new Table();

  static of(entries: Iterable<readonly [unknown, unknown]>): Dict {
    const dict = new Dict();
    for (const [key, value] of entries) dict.table.set(key, value);
    return dict;
  }

  *pairs(): Generator<[Dynamic, Dynamic]> {
    for (const { key, value } of this.table.entries.values()) yield [key, value];
  }

  __len__(): bigint {
    return BigInt(this.table.size);
  }

  __iter__(): Iterator<Dynamic> {
    return dictKeys(this);
  }

  *__reversed__(): Generator<Dynamic> {
    for (const { key } of Array.from(dictEntries(this)).reverse()) yield key;
  }

  __contains__(key: unknown): boolean {
    return this.table.find(key) !== undefined;
  }

  __getitem__(key: unknown): Dynamic {
    const entry = this.table.find(key);
    return entry ? entry.value : this.__missing__(key);
  }

  __missing__(key: unknown): Dynamic {
    throw new KeyError(key);
  }

  __setitem__(key: unknown, value: unknown): void {
    this.table.set(key, value);
  }

  __delitem__(key: unknown): void {
    if (!this.table.delete(key)) throw new KeyError(key);
  }

  __eq__(other: unknown): OperatorAnswer<boolean> {
    if (!(other instanceof Dict)) return NotImplemented;
    if (this.table.size !== other.table.size) return false;
    for (const { key, value } of this.table.entries.values()) {
      const match = other.table.find(key);
      if (!match || !same(value, match.value)) return false;
    }
    return true;
  }

  __or__(other: unknown): OperatorAnswer<Dict> {
    return other instanceof Dict ? mergedDict(this, other) : NotImplemented;
  }

  __ior__(other: unknown): OperatorAnswer<Dict> {
    for (const [key, value] of Array.from(pairsOf(other))) this.table.set(key, value);
    return this;
  }

  __repr__(): string {
    return dictText(this);
  }
}

export function dictText(dict: Dict): string {
  const entry = ({ key, value }: TableEntry): string => `${repr(key)}: ${repr(value)}`;
  return guarded(dict, "{...}", () => `{${Array.from(dict.table.entries.values(), entry).join(", ")}}`);
}

export function mergedDict(a: Dict, b: Dict): Dict {
  const merged = copyDict(a);
  for (const { key, value } of b.table.entries.values()) merged.table.set(key, value);
  return merged;
}

/** A copy of the same class. */
export function copyDict(dict: Dict): Dict {
  const copy = Object.create(Object.getPrototypeOf(dict));
  Object.assign(copy, dict, { table: new Table() });
  for (const { key, value } of dict.table.entries.values()) copy.table.set(key, value);
  return copy;
}

/** The entries one by one; Python forbids that the dict grows or shrinks meanwhile. */
export function* dictEntries(dict: Dict): Generator<TableEntry> {
  const { size } = dict.table;
  let left = size;
  for (const entry of dict.table.entries.values()) {
    if (dict.table.size !== size) throw new RuntimeError("dictionary changed size during iteration");
    if (left === 0) throw new RuntimeError("dictionary keys changed during iteration");
    left -= 1;
    yield entry;
  }
  if (dict.table.size !== size) throw new RuntimeError("dictionary changed size during iteration");
}

export function* dictKeys(dict: Dict): Generator<Dynamic> {
  for (const { key } of dictEntries(dict)) yield key;
}

/** What a loop over `dict.values()` iterates over. */
export function* dictValues(dict: Dict): Generator<Dynamic> {
  for (const { value } of dictEntries(dict)) yield value;
}

/** What a loop `for key, value in dict.items()` iterates over. */
export function* dictPairs(dict: Dict): Generator<[Dynamic, Dynamic]> {
  for (const { key, value } of dictEntries(dict)) yield [key, value];
}

/** The pairs that a dict is made or updated from. */
export function* pairsOf(source: unknown): Generator<[Dynamic, Dynamic]> {
  if (source instanceof Dict) return yield* source.pairs();
  let index = 0;
  for (const row of iterate(source)) {
    if (!isIterable(row))
      throw new TypeError(`cannot convert dictionary update sequence element #${index} to a sequence`);
    const pair = collect(row);
    if (pair.length !== 2)
      throw new ValueError(
        `dictionary update sequence element #${index} has length ${pair.length}; 2 is required`,
      );
    yield [pair[0], pair[1]];
    index += 1;
  }
}

export function isIterable(value: unknown): boolean {
  if (typeof value === "string" || Array.isArray(value) || isIterator(value)) return true;
  return hasMethod(value, "__iter__") || hasMethod(value, "__getitem__");
}
