import { call } from "./calls.ts";
import { TypeError, ValueError } from "./errors.ts";
import { iter, iterate, stepOf } from "./iterate.ts";
import { hasMethod, typeName } from "./kinds.ts";
import { codePoints, textLength } from "../../kernel/characters.ts";
import { asInt } from "./range.ts";
import { truthy } from "./truth.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

/** Python's `len`. */
export function len(value: unknown): bigint {
  if (Array.isArray(value)) return BigInt(value.length);
  if (typeof value === "string") return BigInt(textLength(value));
  if (hasMethod(value, "__len__")) return value.__len__();
  throw new TypeError(`object of type '${typeName(value)}' has no len()`);
}

/** Python's `enumerate`. */
export function enumerate(values: unknown, start: unknown = 0n): Generator<Tuple> {
  const first = asInt(start);
  return numbered(iterate(values), first);
}

export function* numbered(values: Iterable<unknown>, start: bigint): Generator<Tuple> {
  let index = start;
  for (const value of values) yield new Tuple([index++, value]);
}

/** Python's `zip`. */
export function zip(sources: readonly unknown[], strict: unknown = false): Generator<Tuple> {
  return zipped(sources.map(iter), truthy(strict));
}

export function* zipped(sources: readonly unknown[], strict: boolean): Generator<Tuple> {
  while (sources.length > 0) {
    const row: unknown[] = [];
    for (const source of sources) {
      const { done, value } = stepOf(source);
      if (done === true) return strict ? checkLengths(sources, row.length) : undefined;
      row.push(value);
    }
    yield new Tuple(row);
  }
}

/** One source has ended: with `strict`, all of them have to. */
export function checkLengths(sources: readonly unknown[], ended: number): void {
  const before = ended > 1 ? `s 1-${ended}` : " 1";
  if (ended > 0) throw new ValueError(`zip() argument ${ended + 1} is shorter than argument${before}`);
  for (let at = 1; at < sources.length; at++) {
    const others = at > 1 ? `s 1-${at}` : " 1";
    if (stepOf(sources[at]).done !== true)
      throw new ValueError(`zip() argument ${at + 1} is longer than argument${others}`);
  }
}

/** Python's `map`. */
export function map(change: unknown, sources: readonly unknown[]): Generator<Dynamic> {
  return mapped(change, sources.map(iter));
}

export function* mapped(change: unknown, sources: readonly unknown[]): Generator<Dynamic> {
  for (const row of zipped(sources, false)) yield call(change, ...row.items);
}

/** Python's `filter`. */
export function filter(passes: unknown, values: unknown): Generator<Dynamic> {
  return filtered(passes, iterate(values));
}

export function* filtered(passes: unknown, values: Iterable<unknown>): Generator<Dynamic> {
  for (const value of values) if (truthy(passes === null ? value : call(passes, value))) yield value;
}

/** Python's `reversed`. */
export function reversed(values: unknown): Iterator<Dynamic> {
  if (hasMethod(values, "__reversed__")) return values.__reversed__();
  if (Array.isArray(values)) return backwards(values);
  if (typeof values === "string") return backwards(codePoints(values));
  if (values instanceof Tuple) return backwards(values.items);
  if (hasMethod(values, "__len__") && hasMethod(values, "__getitem__") && !hasMethod(values, "__missing__"))
    return backwardsByIndex(values);
  throw new TypeError(`'${typeName(values)}' object is not reversible`);
}

export function* backwards(items: ArrayLike<unknown>): Generator<Dynamic> {
  for (let at = items.length - 1; at >= 0 && at < items.length; at--) yield items[at];
}

export function* backwardsByIndex(sequence: Dynamic): Generator<Dynamic> {
  for (let at = sequence.__len__() - 1n; at >= 0n; at--) yield sequence.__getitem__(at);
}
