import { add } from "./arithmetic.ts";
import { zipped } from "./builtins-iteration.ts";
import { call } from "./calls.ts";
import { TypeError, ValueError } from "./errors.ts";
import { collect, iter, iterate, stepOf } from "./iterate.ts";
import { isIntegral, isNumeric } from "./kinds.ts";
import { asInt } from "./range.ts";
import { truthy } from "./truth.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

export function* itertools_chain(sources: readonly unknown[]): Generator<Dynamic> {
  for (const source of sources) yield* iterate(source);
}

/** `itertools.chain.from_iterable`. */
export function itertools_chain_from_iterable(sources: unknown): Generator<Dynamic> {
  return flattened(iterate(sources));
}

export function* flattened(sources: Iterable<unknown>): Generator<Dynamic> {
  for (const source of sources) yield* iterate(source);
}

export function itertools_count(start: unknown = 0n, step: unknown = 1n): Generator<Dynamic> {
  if (!isNumeric(start) || !isNumeric(step)) throw new TypeError("a number is required");
  return counting(start === true && step === 1n ? 1n : start, step);
}

export function* counting(start: unknown, step: unknown): Generator<Dynamic> {
  for (let value = start; ; value = add(value, step)) yield value;
}

export function itertools_cycle(values: unknown): Generator<Dynamic> {
  return cycling(iterate(values));
}

export function* cycling(values: Iterable<unknown>): Generator<Dynamic> {
  const seen: unknown[] = [];
  for (const value of values) {
    seen.push(value);
    yield value;
  }
  while (seen.length > 0) yield* seen;
}

export function itertools_repeat(value: unknown, times?: unknown): Generator<Dynamic> {
  return repeating(value, times === undefined ? undefined : asInt(times));
}

export function* repeating(value: unknown, times: bigint | undefined): Generator<Dynamic> {
  for (let left = times; left === undefined || left > 0n; left = left === undefined ? left : left - 1n)
    yield value;
}

export function itertools_accumulate(
  values: unknown,
  combine: unknown = null,
  initial: unknown = null,
): Generator<Dynamic> {
  return accumulating(iterate(values), combine === null ? add : combine, initial);
}

export function* accumulating(
  values: Iterable<unknown>,
  combine: unknown,
  initial: unknown,
): Generator<Dynamic> {
  let total = initial;
  let started = initial !== null;
  if (started) yield total;
  for (const value of values) {
    total = started ? call(combine, total, value) : value;
    started = true;
    yield total;
  }
}

/** `islice(values, stop)` and `islice(values, start, stop, step)`. */
export function itertools_islice(
  values: unknown,
  first: unknown,
  second?: unknown,
  step?: unknown,
): Generator<Dynamic> {
  const only = second === undefined;
  const stop = sliceNumber(
    only ? first : second,
    null,
    "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.",
  );
  const start = sliceNumber(
    only ? null : first,
    0n,
    "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.",
  );
  const by = sliceNumber(step ?? null, 1n, "Step for islice() must be a positive integer or None.");
  if (by === 0n) throw new ValueError("Step for islice() must be a positive integer or None.");
  return sliced(iter(values), start!, stop, by!);
}

export function sliceNumber(value: unknown, missing: bigint | null, complaint: string): bigint | null {
  if (value === null) return missing;
  if (!isIntegral(value) || BigInt(value) < 0n) throw new ValueError(complaint);
  return BigInt(value);
}

export function* sliced(source: unknown, start: bigint, stop: bigint | null, by: bigint): Generator<Dynamic> {
  let wanted = start;
  for (let at = 0n; stop === null || at < stop; at++) {
    const { done, value } = stepOf(source);
    if (done === true) return;
    if (at !== wanted) continue;
    yield value;
    wanted += by;
  }
}

export function itertools_takewhile(passes: unknown, values: unknown): Generator<Dynamic> {
  return takingWhile(passes, iterate(values));
}

export function* takingWhile(passes: unknown, values: Iterable<unknown>): Generator<Dynamic> {
  for (const value of values) {
    if (!truthy(call(passes, value))) return;
    yield value;
  }
}

export function itertools_dropwhile(passes: unknown, values: unknown): Generator<Dynamic> {
  return droppingWhile(passes, iterate(values));
}

export function* droppingWhile(passes: unknown, values: Iterable<unknown>): Generator<Dynamic> {
  let dropping = true;
  for (const value of values) {
    dropping &&= truthy(call(passes, value));
    if (!dropping) yield value;
  }
}

export function itertools_filterfalse(passes: unknown, values: unknown): Generator<Dynamic> {
  return failing(passes, iterate(values));
}

export function* failing(passes: unknown, values: Iterable<unknown>): Generator<Dynamic> {
  for (const value of values) if (!truthy(passes === null ? value : call(passes, value))) yield value;
}

export function itertools_starmap(change: unknown, rows: unknown): Generator<Dynamic> {
  return mappedRows(change, iterate(rows));
}

export function* mappedRows(change: unknown, rows: Iterable<unknown>): Generator<Dynamic> {
  for (const row of rows) yield call(change, ...collect(row));
}

export function itertools_compress(values: unknown, selectors: unknown): Generator<Dynamic> {
  return selected([iter(values), iter(selectors)]);
}

export function* selected(sources: readonly unknown[]): Generator<Dynamic> {
  for (const { items } of zipped(sources, false)) if (truthy(items[1])) yield items[0];
}

export function itertools_pairwise(values: unknown): Generator<Tuple> {
  return pairsInOrder(iterate(values));
}

export function* pairsInOrder(values: Iterable<unknown>): Generator<Tuple> {
  let before: unknown;
  for (const value of values) {
    if (before !== undefined) yield new Tuple([before, value]);
    before = value;
  }
}

export function itertools_zip_longest(sources: readonly unknown[], fill: unknown = null): Generator<Tuple> {
  return zippedLongest(sources.map(iter), fill);
}

export function* zippedLongest(sources: readonly unknown[], fill: unknown): Generator<Tuple> {
  const ended = sources.map(() => false);
  for (;;) {
    const row = sources.map((source, at) => {
      const step = ended[at] ? undefined : stepOf(source);
      ended[at] ||= step?.done === true;
      return ended[at] ? fill : step!.value;
    });
    if (!ended.includes(false)) return;
    yield new Tuple(row);
  }
}
