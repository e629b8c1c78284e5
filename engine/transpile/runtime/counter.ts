import { add, sub } from "./arithmetic.ts";
import { sortItems, sum } from "./builtins-order.ts";
import { Dict } from "./dict.ts";
import { equals } from "./equality.ts";
import { iterate } from "./iterate.ts";
import { NotImplemented, type OperatorAnswer } from "./kinds.ts";
import { greater, less, lessEqual } from "./order.ts";
import { asInt } from "./range.ts";
import { guarded, repr } from "./repr.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

/** A dict that counts; what it lacks counts 0. */
export class CounterDict extends Dict {
  static override readonly __name__: string = "Counter";

  override __missing__(): bigint {
    return 0n;
  }

  override __delitem__(key: unknown): void {
    this.table.delete(key);
  }

  __update__(source?: unknown, named?: Dict): null {
    for (const from of [source, named]) if (from !== undefined && from !== null) countIn(this, from, add);
    return null;
  }

  override __eq__(other: unknown): OperatorAnswer<boolean> {
    return other instanceof CounterDict ? everyCount(this, other, equals) : NotImplemented;
  }

  __le__(other: unknown): OperatorAnswer<boolean> {
    return other instanceof CounterDict ? everyCount(this, other, lessEqual) : NotImplemented;
  }

  __ge__(other: unknown): OperatorAnswer<boolean> {
    return other instanceof CounterDict ? everyCount(other, this, lessEqual) : NotImplemented;
  }

  __lt__(other: unknown): OperatorAnswer<boolean> {
    return other instanceof CounterDict ? this.__le__(other) && !this.__eq__(other) : NotImplemented;
  }

  __gt__(other: unknown): OperatorAnswer<boolean> {
    return other instanceof CounterDict ? this.__ge__(other) && !this.__eq__(other) : NotImplemented;
  }

  __add__(other: unknown): OperatorAnswer<CounterDict> {
    return other instanceof CounterDict ? combineCounts(this, other, add) : NotImplemented;
  }

  __sub__(other: unknown): OperatorAnswer<CounterDict> {
    return other instanceof CounterDict ? combineCounts(this, other, sub) : NotImplemented;
  }

  override __or__(other: unknown): OperatorAnswer<CounterDict> {
    return other instanceof CounterDict ? combineCounts(this, other, larger) : NotImplemented;
  }

  __and__(other: unknown): OperatorAnswer<CounterDict> {
    return other instanceof CounterDict ? combineCounts(this, other, smaller) : NotImplemented;
  }

  __pos__(): CounterDict {
    return combineCounts(this, new CounterDict(), add);
  }

  __neg__(): CounterDict {
    return combineCounts(new CounterDict(), this, sub);
  }

  __iadd__(other: unknown): OperatorAnswer<CounterDict> {
    return replaceCounts(this, this.__add__(other));
  }

  __isub__(other: unknown): OperatorAnswer<CounterDict> {
    return replaceCounts(this, this.__sub__(other));
  }

  override __ior__(other: unknown): OperatorAnswer<CounterDict> {
    return replaceCounts(this, this.__or__(other));
  }

  __iand__(other: unknown): OperatorAnswer<CounterDict> {
    return replaceCounts(this, this.__and__(other));
  }

  override __repr__(): string {
    return this.table.size === 0 ? "Counter()" : guarded(this, "...", () => counterText(this));
  }
}

export function counterText(counter: CounterDict): string {
  const entries = Counter_most_common(counter).map(
    ({ items: [key, count] }) => `${repr(key)}: ${repr(count)}`,
  );
  return `Counter({${entries.join(", ")}})`;
}

export function larger(a: unknown, b: unknown): unknown {
  return less(a, b) ? b : a;
}

export function smaller(a: unknown, b: unknown): unknown {
  return less(a, b) ? a : b;
}

/** Adds the counts of a mapping, or one for every item. */
export function countIn(
  counter: CounterDict,
  source: unknown,
  combine: (a: unknown, b: unknown) => unknown,
): void {
  if (source instanceof Dict)
    for (const [key, count] of source.pairs())
      counter.table.set(key, combine(counter.__getitem__(key), count));
  else for (const key of iterate(source)) counter.table.set(key, combine(counter.__getitem__(key), 1n));
}

/** A new counter of all keys of both; only counts above 0 are kept. */
export function combineCounts(
  a: CounterDict,
  b: CounterDict,
  combine: (a: unknown, b: unknown) => unknown,
): CounterDict {
  const result = new CounterDict();
  const keys = [...Array.from(a.pairs(), ([key]) => key), ...Array.from(b.pairs(), ([key]) => key)];
  for (const key of keys) {
    const count = combine(a.__getitem__(key), b.__getitem__(key));
    if (!result.__contains__(key) && greater(count, 0n)) result.table.set(key, count);
  }
  return result;
}

export function replaceCounts(
  counter: CounterDict,
  counts: OperatorAnswer<CounterDict>,
): OperatorAnswer<CounterDict> {
  if (counts === NotImplemented) return NotImplemented;
  const kept = Array.from(counter.pairs(), ([key]) => key).filter((key) => !counts.__contains__(key));
  for (const key of kept) counter.table.delete(key);
  for (const [key, count] of counts.pairs()) counter.table.set(key, count);
  return counter;
}

export function everyCount(
  a: CounterDict,
  b: CounterDict,
  holds: (a: unknown, b: unknown) => boolean,
): boolean {
  for (const [key] of [...a.pairs(), ...b.pairs()])
    if (!holds(a.__getitem__(key), b.__getitem__(key))) return false;
  return true;
}

/** `collections.Counter`. */
export function Counter(source?: unknown, named?: Dict): CounterDict {
  const counter = new CounterDict();
  counter.__update__(source, named);
  return counter;
}

export function Counter_most_common(counter: CounterDict, n: unknown = null): Tuple[] {
  const entries = Array.from(counter.pairs(), (pair) => new Tuple(pair));
  const sorted = sortItems(entries, ({ items }: Tuple) => items[1], true);
  return n === null ? sorted : sorted.slice(0, Math.max(0, Number(asInt(n))));
}

export function* Counter_elements(counter: CounterDict): Generator<Dynamic> {
  for (const [key, count] of counter.pairs()) for (let left = asInt(count); left > 0n; left--) yield key;
}

export function Counter_total(counter: CounterDict): Dynamic {
  return sum(Array.from(counter.pairs(), ([, count]) => count));
}

export function Counter_subtract(counter: CounterDict, source?: unknown, named?: Dict): null {
  for (const from of [source, named]) if (from !== undefined && from !== null) countIn(counter, from, sub);
  return null;
}
