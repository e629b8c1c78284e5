import { compareText } from "../../kernel/characters.ts";
import { add } from "./arithmetic.ts";
import { call } from "./calls.ts";
import { TranslationLimit, TypeError, ValueError } from "./errors.ts";
import { hidesOrder, iterateUnordered } from "./iterate.ts";
import { isIntegral } from "./kinds.ts";
import { greater, less } from "./order.ts";
import { truthy } from "./truth.ts";
import type { Dynamic } from "./tuple.ts";

/** Python's `sorted`. */
export function sorted(values: unknown, key: unknown = null, reverse: unknown = false): Dynamic[] {
  const items = Array.from<unknown>(iterateUnordered(values));
  return sortItems(items, key, truthy(reverse), hidesOrder(values));
}

/** Sorts by the keys of the items. Items of a set may not share a key: their order would show. */
export function sortItems(items: unknown[], key: unknown, reverse: boolean, unordered = false): Dynamic[] {
  const entries = items.map((item) => ({ item, key: key === null ? item : call(key, item) }));
  const compare = comparison(entries.map((entry) => entry.key));
  const ordered = entries.sort((a, b) => (reverse ? compare(b.key, a.key) : compare(a.key, b.key)));
  const tied =
    unordered && ordered.some((entry, at) => at > 0 && compare(ordered[at - 1]!.key, entry.key) === 0);
  if (tied) throw new TranslationLimit("The order of a set is not translated.");
  return ordered.map(({ item }) => item);
}

/** How keys are compared: quickly where they are all of one simple kind. */
export function comparison(keys: readonly unknown[]): (a: Dynamic, b: Dynamic) => number {
  if (keys.some((key) => Number.isNaN(key)))
    throw new TranslationLimit("Where nan is sorted to is not translated.");
  if (keys.every((key) => typeof key === "string")) return compareText;
  if (keys.every((key) => typeof key === "bigint" || typeof key === "number"))
    return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return (a, b) => (less(a, b) ? -1 : less(b, a) ? 1 : 0);
}

/** Python's `min`, of one iterable or of several values. */
export function min(values: readonly unknown[], key: unknown = null, fallback?: unknown): Dynamic {
  return extreme(values, key, fallback, "min", less);
}

/** Python's `max`. */
export function max(values: readonly unknown[], key: unknown = null, fallback?: unknown): Dynamic {
  return extreme(values, key, fallback, "max", greater);
}

export function extreme(
  values: readonly unknown[],
  key: unknown,
  fallback: unknown,
  name: string,
  beats: (a: unknown, b: unknown) => boolean,
): Dynamic {
  if (values.length === 0) throw new TypeError(`${name} expected at least 1 argument, got 0`);
  if (values.length > 1 && fallback !== undefined)
    throw new TypeError(`Cannot specify a default for ${name}() with multiple positional arguments`);
  const source = values.length === 1 ? values[0] : values;
  let best: { item: unknown; key: unknown } | undefined;
  let tied = false;
  for (const item of iterateUnordered(source)) {
    const rank = key === null ? item : call(key, item);
    if (best === undefined || beats(rank, best.key)) {
      best = { item, key: rank };
      tied = false;
    } else tied ||= hidesOrder(source) && !beats(best.key, rank);
  }
  if (tied) throw new TranslationLimit("The order of a set is not translated.");
  if (best !== undefined) return best.item;
  if (fallback !== undefined) return fallback;
  throw new ValueError(`${name}() iterable argument is empty`);
}

/** Python's `sum`; floats are added with the lost digits kept apart, as since Python 3.12. */
export function sum(values: unknown, start: Dynamic = 0n): Dynamic {
  if (typeof start === "string") throw new TypeError("sum() can't sum strings [use ''.join(seq) instead]");
  let total = start;
  let lost = 0;
  const settle = (): Dynamic => (lost !== 0 && Number.isFinite(lost) ? total + lost : total);
  for (const value of iterateUnordered(values)) {
    if (typeof value === "number" && hidesOrder(values))
      throw new TranslationLimit("The order of a set is not translated.");
    if (typeof total === "number" && typeof value === "number") {
      const next = total + value;
      lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
      total = next;
    } else if (typeof total === "number" && isIntegral(value) && isMachineInt(BigInt(value))) {
      total += Number(value);
    } else {
      total = add(typeof total === "number" ? settle() : total, value);
      lost = 0;
    }
  }
  return typeof total === "number" ? settle() : total;
}

export function isMachineInt(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
