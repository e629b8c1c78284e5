import { call } from "./calls.ts";
import { ValueError } from "./errors.ts";
import { less } from "./order.ts";
import { asInt } from "./range.ts";

/** The place where `x` belongs in a sorted list: behind equal items, or before them. */
export function placeFor(list: any[], x: any, lo: any, hi: any, key: any, behind: boolean): number {
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
  list: any[],
  x: any,
  lo: any = 0n,
  hi: any = null,
  key: any = null,
): bigint {
  return BigInt(placeFor(list, x, lo, hi, key, false));
}

export function bisect_bisect_right(
  list: any[],
  x: any,
  lo: any = 0n,
  hi: any = null,
  key: any = null,
): bigint {
  return BigInt(placeFor(list, x, lo, hi, key, true));
}

export function bisect_bisect(list: any[], x: any, lo: any = 0n, hi: any = null, key: any = null): bigint {
  return BigInt(placeFor(list, x, lo, hi, key, true));
}

export function bisect_insort_left(list: any[], x: any, lo: any = 0n, hi: any = null, key: any = null): null {
  list.splice(placeFor(list, key === null ? x : call(key, x), lo, hi, key, false), 0, x);
  return null;
}

export function bisect_insort_right(
  list: any[],
  x: any,
  lo: any = 0n,
  hi: any = null,
  key: any = null,
): null {
  list.splice(placeFor(list, key === null ? x : call(key, x), lo, hi, key, true), 0, x);
  return null;
}

export function bisect_insort(list: any[], x: any, lo: any = 0n, hi: any = null, key: any = null): null {
  return bisect_insort_right(list, x, lo, hi, key);
}
