import { Dict, dictText, pairsOf } from "./dict.ts";
import { equals } from "./equality.ts";
import { KeyError } from "./errors.ts";
import type { OperatorAnswer } from "./kinds.ts";
import { truthy } from "./truth.ts";
import { Tuple } from "./tuple.ts";

/** A dict whose order counts when two of its kind are compared. */
export class OrderedDictValue extends Dict {
  static override readonly __name__: string = "OrderedDict";

  override __eq__(other: unknown): OperatorAnswer<boolean> {
    const unordered = super.__eq__(other);
    if (unordered !== true || !(other instanceof OrderedDictValue)) return unordered;
    const [mine, others] = [Array.from(this.pairs()), Array.from(other.pairs())];
    return mine.every(([key], at) => equals(key, others[at]![0]));
  }

  override __repr__(): string {
    return this.table.size === 0 ? "OrderedDict()" : `OrderedDict(${dictText(this)})`;
  }
}

/** `collections.OrderedDict`. */
export function OrderedDict(source?: unknown, named?: Dict): OrderedDictValue {
  const made = new OrderedDictValue();
  for (const from of [source, named])
    if (from !== undefined) for (const [key, value] of pairsOf(from)) made.table.set(key, value);
  return made;
}

export function OrderedDict_move_to_end(dict: OrderedDictValue, key: unknown, last: unknown = true): null {
  const entry = dict.table.find(key);
  if (entry === undefined) throw new KeyError(key);
  dict.table.delete(key);
  const others = truthy(last) ? [] : Array.from(dict.pairs());
  if (!truthy(last)) dict.table.clear();
  dict.table.set(entry.key, entry.value);
  for (const [other, value] of others) dict.table.set(other, value);
  return null;
}

export function OrderedDict_popitem(dict: OrderedDictValue, last: unknown = true): Tuple {
  const pairs = Array.from(dict.pairs());
  const pair = truthy(last) ? pairs.at(-1) : pairs[0];
  if (pair === undefined) throw new KeyError("dictionary is empty");
  dict.table.delete(pair[0]);
  return new Tuple(pair);
}
