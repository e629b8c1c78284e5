import { add } from "./arithmetic.ts";
import { zipped } from "./builtins-iteration.ts";
import { call } from "./calls.ts";
import { TypeError, ValueError } from "./errors.ts";
import { collect, iter, iterate, stepOf } from "./iterate.ts";
import { isIntegral, isNumeric } from "./kinds.ts";
import { asInt } from "./range.ts";
import { truthy } from "./truth.ts";
import { Tuple } from "./tuple.ts";

export function* itertools_chain(sources: readonly any[]): Generator<any> {
  for (const source of sources) yield* iterate(source);
}

/** `itertools.chain.from_iterable`. */
export function itertools_chain_from_iterable(sources: any): Generator<any> {
  return flattened(iterate(sources));
}

export function* flattened(sources: Iterable<any>): Generator<any> {
  for (const source of sources) yield* iterate(source);
}

export function itertools_count(start: any = 0n, step: any = 1n): Generator<any> {
  if (!isNumeric(start) || !isNumeric(step)) throw new TypeError("a number is required");
  return counting(start === true && step === 1n ? 1n : start, step);
}

export function* counting(start: any, step: any): Generator<any> {
  for (let value = start; ; value = add(value, step)) yield value;
}

export function itertools_cycle(values: any): Generator<any> {
  return cycling(iterate(values));
}

export function* cycling(values: Iterable<any>): Generator<any> {
  const seen: any[] = [];
  for (const value of values) {
    seen.push(value);
    yield value;
  }
  while (seen.length > 0) yield* seen;
}

export function itertools_repeat(value: any, times?: any): Generator<any> {
  return repeating(value, times === undefined ? undefined : asInt(times));
}

export function* repeating(value: any, times: bigint | undefined): Generator<any> {
  for (let left = times; left === undefined || left > 0n; left = left === undefined ? left : left - 1n)
    yield value;
}

export function itertools_accumulate(values: any, combine: any = null, initial: any = null): Generator<any> {
  return accumulating(iterate(values), combine === null ? add : combine, initial);
}

export function* accumulating(values: Iterable<any>, combine: any, initial: any): Generator<any> {
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
export function itertools_islice(values: any, first: any, second?: any, step?: any): Generator<any> {
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

export function sliceNumber(value: any, missing: bigint | null, complaint: string): bigint | null {
  if (value === null) return missing;
  if (!isIntegral(value) || BigInt(value) < 0n) throw new ValueError(complaint);
  return BigInt(value);
}

export function* sliced(source: any, start: bigint, stop: bigint | null, by: bigint): Generator<any> {
  let wanted = start;
  for (let at = 0n; stop === null || at < stop; at++) {
    const { done, value } = stepOf(source);
    if (done === true) return;
    if (at !== wanted) continue;
    yield value;
    wanted += by;
  }
}

export function itertools_takewhile(passes: any, values: any): Generator<any> {
  return takingWhile(passes, iterate(values));
}

export function* takingWhile(passes: any, values: Iterable<any>): Generator<any> {
  for (const value of values) {
    if (!truthy(call(passes, value))) return;
    yield value;
  }
}

export function itertools_dropwhile(passes: any, values: any): Generator<any> {
  return droppingWhile(passes, iterate(values));
}

export function* droppingWhile(passes: any, values: Iterable<any>): Generator<any> {
  let dropping = true;
  for (const value of values) {
    dropping &&= truthy(call(passes, value));
    if (!dropping) yield value;
  }
}

export function itertools_filterfalse(passes: any, values: any): Generator<any> {
  return failing(passes, iterate(values));
}

export function* failing(passes: any, values: Iterable<any>): Generator<any> {
  for (const value of values) if (!truthy(passes === null ? value : call(passes, value))) yield value;
}

export function itertools_starmap(change: any, rows: any): Generator<any> {
  return mappedRows(change, iterate(rows));
}

export function* mappedRows(change: any, rows: Iterable<any>): Generator<any> {
  for (const row of rows) yield call(change, ...collect(row));
}

export function itertools_compress(values: any, selectors: any): Generator<any> {
  return selected([iter(values), iter(selectors)]);
}

export function* selected(sources: readonly any[]): Generator<any> {
  for (const { items } of zipped(sources, false)) if (truthy(items[1])) yield items[0];
}

export function itertools_pairwise(values: any): Generator<Tuple> {
  return pairsInOrder(iterate(values));
}

export function* pairsInOrder(values: Iterable<any>): Generator<Tuple> {
  let before: any;
  for (const value of values) {
    if (before !== undefined) yield new Tuple([before, value]);
    before = value;
  }
}

export function itertools_zip_longest(sources: readonly any[], fill: any = null): Generator<Tuple> {
  return zippedLongest(sources.map(iter), fill);
}

export function* zippedLongest(sources: readonly any[], fill: any): Generator<Tuple> {
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
