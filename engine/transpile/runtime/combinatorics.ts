import { ValueError } from "./errors.ts";
import { collect } from "./iterate.ts";
import { asInt } from "./range.ts";
import { Tuple } from "./tuple.ts";

export function itertools_product(sources: readonly unknown[], repeat: unknown = 1n): Generator<Tuple> {
  const times = Number(asInt(repeat));
  if (times < 0) throw new ValueError("repeat argument cannot be negative");
  const pools = sources.map(collect);
  return products(Array.from({ length: times }, () => pools).flat(1));
}

/** The last pool runs fastest. */
export function* products(pools: readonly unknown[][]): Generator<Tuple> {
  if (pools.some((pool) => pool.length === 0)) return;
  const places = pools.map(() => 0);
  for (;;) {
    yield new Tuple(pools.map((pool, at) => pool[places[at]!]));
    let at = pools.length - 1;
    for (; at >= 0 && places[at] === pools[at]!.length - 1; at--) places[at] = 0;
    if (at < 0) return;
    places[at]! += 1;
  }
}

export function itertools_permutations(values: unknown, r: unknown = null): Generator<Tuple> {
  const pool = collect(values);
  return permutations(pool, r === null ? pool.length : countOf(r));
}

export function countOf(r: unknown): number {
  const count = Number(asInt(r));
  if (count < 0) throw new ValueError("r must be non-negative");
  return count;
}

export function* permutations(
  pool: readonly unknown[],
  count: number,
  chosen: readonly number[] = [],
): Generator<Tuple> {
  if (count > pool.length) return;
  if (chosen.length === count) yield new Tuple(chosen.map((at) => pool[at]));
  else
    for (const at of pool.keys()) if (!chosen.includes(at)) yield* permutations(pool, count, [...chosen, at]);
}

export function itertools_combinations(values: unknown, r: unknown): Generator<Tuple> {
  return combinations(collect(values), countOf(r), 1);
}

export function itertools_combinations_with_replacement(values: unknown, r: unknown): Generator<Tuple> {
  return combinations(collect(values), countOf(r), 0);
}

/** Choices in the order of the pool; the next place begins `apart` places behind the last. */
export function* combinations(
  pool: readonly unknown[],
  count: number,
  apart: 0 | 1,
  chosen: readonly number[] = [],
): Generator<Tuple> {
  if (chosen.length === count) yield new Tuple(chosen.map((at) => pool[at]));
  else
    for (let at = chosen.length === 0 ? 0 : chosen.at(-1)! + apart; at < pool.length; at++)
      yield* combinations(pool, count, apart, [...chosen, at]);
}
