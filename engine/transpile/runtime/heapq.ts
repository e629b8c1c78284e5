import { call } from "./calls.ts";
import { sortItems } from "./builtins-order.ts";
import { IndexError } from "./errors.ts";
import { collect, iter, stepOf } from "./iterate.ts";
import { less } from "./order.ts";
import { asInt } from "./range.ts";
import { truthy } from "./truth.ts";
import type { Dynamic } from "./tuple.ts";

/** Moves the item at `at` up to its place, not above `top`. */
export function siftDown(heap: unknown[], top: number, at: number): void {
  const item = heap[at];
  let place = at;
  while (place > top) {
    const parent = (place - 1) >> 1;
    if (!less(item, heap[parent])) break;
    heap[place] = heap[parent];
    place = parent;
  }
  heap[place] = item;
}

/** Moves the item at `at` down to a leaf along the smaller children, then up to its place. */
export function siftUp(heap: unknown[], at: number): void {
  const item = heap[at];
  let place = at;
  for (let child = 2 * at + 1; child < heap.length; child = 2 * place + 1) {
    const other = child + 1;
    const smaller = other < heap.length && !less(heap[child], heap[other]) ? other : child;
    heap[place] = heap[smaller];
    place = smaller;
  }
  heap[place] = item;
  siftDown(heap, at, place);
}

export function heapq_heapify(heap: unknown[]): null {
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) siftUp(heap, at);
  return null;
}

export function heapq_heappush(heap: unknown[], item: unknown): null {
  heap.push(item);
  siftDown(heap, 0, heap.length - 1);
  return null;
}

export function heapq_heappop(heap: unknown[]): Dynamic {
  if (heap.length === 0) throw new IndexError("index out of range");
  const last = heap.pop();
  return heap.length === 0 ? last : heapq_heapreplace(heap, last);
}

export function heapq_heapreplace(heap: unknown[], item: unknown): Dynamic {
  if (heap.length === 0) throw new IndexError("index out of range");
  const smallest = heap[0];
  heap[0] = item;
  siftUp(heap, 0);
  return smallest;
}

export function heapq_heappushpop(heap: unknown[], item: unknown): Dynamic {
  return heap.length > 0 && less(heap[0], item) ? heapq_heapreplace(heap, item) : item;
}

export function heapq_nsmallest(n: unknown, values: unknown, key: unknown = null): Dynamic[] {
  return sortItems(collect(values), key, false).slice(0, Math.max(0, Number(asInt(n))));
}

export function heapq_nlargest(n: unknown, values: unknown, key: unknown = null): Dynamic[] {
  return sortItems(collect(values), key, true).slice(0, Math.max(0, Number(asInt(n))));
}

/** The next item of one input of `merge`, with the key it is ordered by. */
export type MergeHead = { source: unknown; item: unknown; key: unknown };

/** Merges sorted inputs, one item at a time. */
export function* heapq_merge(
  sources: readonly unknown[],
  key: unknown = null,
  reverse: unknown = false,
): Generator<Dynamic> {
  const backwards = truthy(reverse);
  const heads: MergeHead[] = [];
  const advance = (source: unknown): MergeHead | undefined => {
    const { done, value } = stepOf(source);
    return done === true ? undefined : { source, item: value, key: key === null ? value : call(key, value) };
  };
  for (const source of sources.map(iter))
    heads.push(...[advance(source)].filter((head) => head !== undefined));
  while (heads.length > 0) {
    let best = 0;
    for (let at = 1; at < heads.length; at++) {
      const [a, b] = [heads[at]!.key, heads[best]!.key];
      if (backwards ? less(b, a) : less(a, b)) best = at;
    }
    const head = heads[best]!;
    yield head.item;
    const next = advance(head.source);
    heads.splice(best, 1, ...(next === undefined ? [] : [next]));
  }
}
