import { call } from "./calls.ts";
import { ValueError } from "./errors.ts";
import { less } from "./order.ts";
import { asInt } from "./range.ts";

/** The place where `x` belongs in a sorted list: behind equal items, or before them. */
export function placeFor(
  list: unknown[],
  x: unknown,
  lo: unknown,
  hi: unknown,
  key: unknown,
  behind: boolean,
): number {
  let low = Number(asInt(lo));
  let high = hi === null ? list.length : Number(asInt(hi));
  if (low < 0) throw new ValueError("lo must be non-negative");
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = key === null ? list[middle] : call(key, list[middle]);
    if (behind ? less(x, item) : !less(item, x)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function bisect_bisect_left(
  list: unknown[],
  x: unknown,
  lo: unknown = 0n,
  hi: unknown = null,
  key: unknown = null,
): bigint {
  return BigInt(placeFor(list, x, lo, hi, key, false));
}

export function bisect_bisect_right(
  list: unknown[],
  x: unknown,
  lo: unknown = 0n,
  hi: unknown = null,
  key: unknown = null,
): bigint {
  return BigInt(placeFor(list, x, lo, hi, key, true));
}

export function bisect_bisect(
  list: unknown[],
  x: unknown,
  lo: unknown = 0n,
  hi: unknown = null,
  key: unknown = null,
): bigint {
  return BigInt(placeFor(list, x, lo, hi, key, true));
}

export function bisect_insort_left(
  list: unknown[],
  x: unknown,
  lo: unknown = 0n,
  hi: unknown = null,
  key: unknown = null,
): null {
  list.splice(placeFor(list, key === null ? x : call(key, x), lo, hi, key, false), 0, x);
  return null;
}

export function bisect_insort_right(
  list: unknown[],
  x: unknown,
  lo: unknown = 0n,
  hi: unknown = null,
  key: unknown = null,
): null {
  list.splice(placeFor(list, key === null ? x : call(key, x), lo, hi, key, true), 0, x);
  return null;
}

export function bisect_insort(
  list: unknown[],
  x: unknown,
  lo: unknown = 0n,
  hi: unknown = null,
  key: unknown = null,
): null {
  return bisect_insort_right(list, x, lo, hi, key);
}
