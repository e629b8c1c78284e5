import { same } from "./equality.ts";
import { IndexError, ValueError } from "./errors.ts";
import { sortItems } from "./builtins-order.ts";
import { collect } from "./iterate.ts";
import { asInt } from "./range.ts";
import { repr } from "./repr.ts";
import { boundsOf } from "./slices.ts";
import { truthy } from "./truth.ts";
import type { Dynamic, Tuple } from "./tuple.ts";

export function list_append(list: unknown[], item: unknown): null {
  list.push(item);
  return null;
}

export function list_extend(list: unknown[], items: unknown): null {
  for (const item of collect(items)) list.push(item);
  return null;
}

export function list_insert(list: unknown[], index: unknown, item: unknown): null {
  list.splice(Number(asInt(index)), 0, item);
  return null;
}

export function list_pop(list: unknown[], index?: unknown): Dynamic {
  const at = index === undefined ? -1 : Number(asInt(index));
  if (list.length === 0) throw new IndexError("pop from empty list");
  if (at >= list.length || at < -list.length) throw new IndexError("pop index out of range");
  return list.splice(at, 1)[0];
}

export function list_remove(list: unknown[], item: unknown): null {
  const at = list.findIndex((other) => same(other, item));
  if (at < 0) throw new ValueError("list.remove(x): x not in list");
  list.splice(at, 1);
  return null;
}

export function list_clear(list: unknown[]): null {
  list.length = 0;
  return null;
}

export function list_copy(list: unknown[]): Dynamic[] {
  return list.slice();
}

export function list_reverse(list: unknown[]): null {
  list.reverse();
  return null;
}

export function list_sort(list: unknown[], key: unknown = null, reverse: unknown = false): null {
  for (const [at, item] of sortItems(list.slice(), key, truthy(reverse)).entries()) list[at] = item;
  return null;
}

export function list_index(list: unknown[], item: unknown, start?: unknown, stop?: unknown): bigint {
  const at = indexIn(list, item, start, stop);
  if (at < 0) throw new ValueError(`${repr(item)} is not in list`);
  return BigInt(at);
}

export function list_count(list: unknown[], item: unknown): bigint {
  return BigInt(list.filter((other) => same(other, item)).length);
}

export function tuple_index(tuple: Tuple, item: unknown, start?: unknown, stop?: unknown): bigint {
  const at = indexIn(tuple.items, item, start, stop);
  if (at < 0) throw new ValueError("tuple.index(x): x not in tuple");
  return BigInt(at);
}

export function tuple_count(tuple: Tuple, item: unknown): bigint {
  return BigInt(tuple.items.filter((other) => same(other, item)).length);
}

/** The first index of an equal item between two bounds, or -1. */
export function indexIn(items: readonly unknown[], item: unknown, start: unknown, stop: unknown): number {
  const [first, last] = boundsOf(items.length, start, stop);
  for (let at = first; at < last; at++) if (same(items[at], item)) return at;
  return -1;
}
