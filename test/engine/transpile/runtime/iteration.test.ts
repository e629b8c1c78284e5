import { expect, test } from "vitest";
import { add, mul } from "../../../../engine/transpile/runtime/arithmetic.ts";
import { list } from "../../../../engine/transpile/runtime/builtins-containers.ts";
import { all, any } from "../../../../engine/transpile/runtime/builtins-logic.ts";
import { enumerate, filter, len, map, zip } from "../../../../engine/transpile/runtime/builtins-iteration.ts";
import * as combinatorics from "../../../../engine/transpile/runtime/combinatorics.ts";
import { bool } from "../../../../engine/transpile/runtime/builtins-containers.ts";
import { StopIteration } from "../../../../engine/transpile/runtime/errors.ts";
import * as functools from "../../../../engine/transpile/runtime/functools.ts";
import {
  generator_close,
  generator_send,
  generator_throw,
} from "../../../../engine/transpile/runtime/generator-methods.ts";
import { ValueError } from "../../../../engine/transpile/runtime/errors.ts";
import { iter, iterate, next } from "../../../../engine/transpile/runtime/iterate.ts";
import * as itertools from "../../../../engine/transpile/runtime/itertools.ts";
import * as grouping from "../../../../engine/transpile/runtime/itertools-groups.ts";
import { operator_itemgetter } from "../../../../engine/transpile/runtime/operator.ts";
import { pow } from "../../../../engine/transpile/runtime/power.ts";
import { repr } from "../../../../engine/transpile/runtime/repr.ts";
import { sorted } from "../../../../engine/transpile/runtime/builtins-order.ts";
import { Tuple } from "../../../../engine/transpile/runtime/tuple.ts";
import { combined, each, differencesFromPython } from "../../../support/python-answers.ts";

const sources = ["[]", "[1, 2, 3]", "'ab'", "(5,)", "{'k': 1}", "range(4)", "5", "None"];

test("loops over values work as in Python", () => {
  expect(
    differencesFromPython([
      {
        python: "list(enumerate({0}, {1}))",
        runtime: (x, start) => list(enumerate(x, start)),
        cases: combined(sources, ["0", "5", "'a'"]),
      },
      {
        python: "list(zip({0}, {1}))",
        runtime: (a, b) => list(zip([a, b])),
        cases: combined(sources, sources),
      },
      {
        python: "list(zip({0}, {1}, strict=True))",
        runtime: (a, b) => list(zip([a, b], true)),
        cases: combined(sources, sources),
      },
      {
        python: "list(zip({0}, [1, 2, 3], [1], strict=True))",
        runtime: (a) => list(zip([a, [1n, 2n, 3n], [1n]], true)),
        cases: each("[]", "[1]", "[1, 2, 3]"),
      },
      { python: "list(map(bool, {0}))", runtime: (x) => list(map(bool, [x])), cases: each(...sources) },
      {
        python: "list(map(pow, {0}, [2, 3]))",
        runtime: (x) => list(map(pow, [x, [2n, 3n]])),
        cases: each("[2, 3, 4]", "['a']", "[]"),
      },
      {
        python: "list(filter(None, {0}))",
        runtime: (x) => list(filter(null, x)),
        cases: each(...sources, "[0, 1, '', 'a', [], None]"),
      },
      {
        python: "list(filter(len, {0}))",
        runtime: (x) => list(filter(len, x)),
        cases: each("['', 'a', []]", "[1]"),
      },
      { python: "any({0})", runtime: any, cases: each(...sources, "[0, '']", "{1, 2}") },
      { python: "all({0})", runtime: all, cases: each(...sources, "[0, 1]", "{1, 2}") },
      { python: "next(iter({0}))", runtime: (x) => next(iter(x)), cases: each(...sources) },
      { python: "next(iter({0}), 'end')", runtime: (x) => next(iter(x), "end"), cases: each(...sources) },
      { python: "next({0})", runtime: (x) => next(x), cases: each("[1]", "5") },
    ]),
  ).toEqual([]);
});

test("itertools yields the same values in the same order", () => {
  const it = itertools;
  const less3 = (x: any): boolean => x < 3n;
  expect(
    differencesFromPython([
      {
        python: "list(chain({0}, {1}))",
        runtime: (a, b) => list(it.itertools_chain([a, b])),
        cases: combined(sources, sources),
      },
      {
        python: "list(chain.from_iterable({0}))",
        runtime: (x) => list(it.itertools_chain_from_iterable(x)),
        cases: each("[[1], 'ab']", "[1]", "'ab'"),
      },
      {
        python: "list(islice(count({0}, {1}), 4))",
        runtime: (a, b) => list(it.itertools_islice(it.itertools_count(a, b), 4n)),
        cases: combined(["0", "2.5", "True", "'a'"], ["1", "-2", "0.1"]),
      },
      {
        python: "list(islice(cycle({0}), 5))",
        runtime: (x) => list(it.itertools_islice(it.itertools_cycle(x), 5n)),
        cases: each(...sources),
      },
      {
        python: "list(repeat('x', {0}))",
        runtime: (n) => list(it.itertools_repeat("x", n)),
        cases: each("3", "0", "-1", "'a'"),
      },
      {
        python: "list(accumulate({0}))",
        runtime: (x) => list(it.itertools_accumulate(x)),
        cases: each(...sources, "[0.1, 0.2]"),
      },
      {
        python: "list(accumulate({0}, operator.mul, initial=2))",
        runtime: (x) => list(it.itertools_accumulate(x, mul, 2n)),
        cases: each("[]", "[1, 2, 3]"),
      },
      {
        python: "list(islice({0}, {1}))",
        runtime: (x, stop) => list(it.itertools_islice(x, stop)),
        cases: combined(["'abcdef'", "5"], ["0", "3", "99", "-1", "None", "'a'"]),
      },
      {
        python: "list(islice('abcdefgh', {0}, {1}, {2}))",
        runtime: (a, b, c) => list(it.itertools_islice("abcdefgh", a, b, c)),
        cases: combined(["0", "2", "None", "-1"], ["None", "5", "1", "-1"], ["None", "1", "3", "0"]),
      },
      {
        python: "list(takewhile(lambda x: x < 3, {0}))",
        runtime: (x) => list(it.itertools_takewhile(less3, x)),
        cases: each("[1, 2, 3, 1]", "[]", "5"),
      },
      {
        python: "list(dropwhile(lambda x: x < 3, {0}))",
        runtime: (x) => list(it.itertools_dropwhile(less3, x)),
        cases: each("[1, 2, 3, 1]", "[]"),
      },
      {
        python: "list(filterfalse(lambda x: x < 3, {0}))",
        runtime: (x) => list(it.itertools_filterfalse(less3, x)),
        cases: each("[1, 2, 3, 1]"),
      },
      {
        python: "list(starmap(pow, {0}))",
        runtime: (x) => list(it.itertools_starmap(pow, x)),
        cases: each("[(2, 3), (3, 2)]", "[5]"),
      },
      {
        python: "list(compress({0}, [1, 0, 1]))",
        runtime: (x) => list(it.itertools_compress(x, [1n, 0n, 1n])),
        cases: each("'abcd'", "[]"),
      },
      {
        python: "list(pairwise({0}))",
        runtime: (x) => list(it.itertools_pairwise(x)),
        cases: each(...sources),
      },
      {
        python: "list(zip_longest({0}, {1}))",
        runtime: (a, b) => list(it.itertools_zip_longest([a, b])),
        cases: combined(sources, sources),
      },
      {
        python: "list(zip_longest({0}, 'xyz', fillvalue=0))",
        runtime: (a) => list(it.itertools_zip_longest([a, "xyz"], 0n)),
        cases: each("[1]", "[]"),
      },
      {
        python: "[list(x) for x in tee({0}, 3)]",
        runtime: (x) => Array.from(grouping.itertools_tee(x, 3n).items, list),
        cases: each("[1, 2]", "'ab'"),
      },
      {
        python: "[(k, list(g)) for k, g in groupby({0})]",
        runtime: (x) =>
          Array.from(
            iterate(grouping.itertools_groupby(x)),
            (row: any) => new Tuple([row.items[0], list(row.items[1])]),
          ),
        cases: each("'aabbba'", "[]", "[1, 1.0, True, 2]", "5"),
      },
      {
        python: "[(k, list(g)) for k, g in groupby({0}, len)]",
        runtime: (x) =>
          Array.from(
            iterate(grouping.itertools_groupby(x, len)),
            (row: any) => new Tuple([row.items[0], list(row.items[1])]),
          ),
        cases: each("['a', 'b', 'cc', 'd']"),
      },
      {
        python: "[list(g) for g in [g for k, g in groupby({0})]]",
        runtime: (x) => list(grouping.itertools_groupby(x)).map((row) => list(row.items[1])),
        cases: each("'aabb'", "'ab'"),
      },
      {
        python: "list(product({0}, {1}))",
        runtime: (a, b) => list(combinatorics.itertools_product([a, b])),
        cases: combined(sources, sources),
      },
      {
        python: "list(product({0}, repeat={1}))",
        runtime: (a, n) => list(combinatorics.itertools_product([a], n)),
        cases: combined(["'ab'", "[]"], ["0", "1", "3", "-1"]),
      },
      {
        python: "list(permutations({0}, {1}))",
        runtime: (x, r) => list(combinatorics.itertools_permutations(x, r)),
        cases: combined(["'abc'", "[1, 1]", "[]", "5"], ["None", "0", "1", "2", "4", "-1"]),
      },
      {
        python: "list(combinations({0}, {1}))",
        runtime: (x, r) => list(combinatorics.itertools_combinations(x, r)),
        cases: combined(["'abcd'", "[1, 1]", "[]", "5"], ["0", "1", "2", "3", "5", "-1"]),
      },
      {
        python: "list(combinations_with_replacement({0}, {1}))",
        runtime: (x, r) => list(combinatorics.itertools_combinations_with_replacement(x, r)),
        cases: combined(["'abc'", "[]"], ["0", "1", "2", "3", "-1"]),
      },
      {
        python: "functools.reduce(operator.add, {0})",
        runtime: (x) => functools.functools_reduce(add, x),
        cases: each("[1, 2, 3]", "['a', 'b']", "[]", "[5]", "5"),
      },
      {
        python: "functools.reduce(operator.add, {0}, 10)",
        runtime: (x) => functools.functools_reduce(add, x, 10n),
        cases: each("[1, 2]", "[]"),
      },
      {
        python: "sorted({0}, key=functools.cmp_to_key(lambda a, b: b - a))",
        runtime: (x) =>
          sorted(
            x,
            functools.functools_cmp_to_key((a: bigint, b: bigint) => b - a),
          ),
        cases: each("[3, 1, 2]"),
      },
      {
        python: "list(map(operator.itemgetter(1, 0), {0}))",
        runtime: (x) => list(map(operator_itemgetter(1n, [0n]), [x])),
        cases: each("['ab', 'cd']", "[(1, 2)]", "['a']"),
      },
    ]),
  ).toEqual([]);
});

test("batches have the requested size", () => {
  expect(repr(list(grouping.itertools_batched("abcde", 2n)))).toBe("[('a', 'b'), ('c', 'd'), ('e',)]");
  expect(() => grouping.itertools_batched("abc", 0n)).toThrow(ValueError);
});

test("a loop that exits early does not end its generator", () => {
  function* count(): Generator<bigint> {
    yield 1n;
    yield 2n;
    yield 3n;
  }
  const numbers = count();
  for (const number of iterate(numbers)) if (number === 1n) break;
  expect(list(numbers)).toEqual([2n, 3n]);
});

test("a growing list is iterated to its end, and an object by its own methods", () => {
  const growing = [1n];
  for (const number of iterate(growing)) if (growing.length < 4) growing.push(number + 1n);
  expect(growing).toEqual([1n, 2n, 3n, 4n]);
  const countdown = { left: 3n, __iter__: () => countdown, __next__: () => step(countdown) };
  expect(list(countdown)).toEqual([2n, 1n, 0n]);
});

test("generators take values and errors", () => {
  function* echo(): Generator<any, any, any> {
    let got: any = null;
    for (;;) {
      try {
        got = yield got;
      } catch (error) {
        if (!(error instanceof ValueError)) throw error;
        got = "caught";
      }
      if (got === "stop") return 5n;
    }
  }
  const generator = echo();
  expect(next(generator)).toBe(null);
  expect(generator_send(generator, 7n)).toBe(7n);
  expect(generator_throw(generator, new ValueError())).toBe("caught");
  expect(() => generator_send(generator, "stop")).toThrow(StopIteration);
  const other = echo();
  next(other);
  expect(generator_close(other)).toBe(null);
  expect(next(other, "closed")).toBe("closed");
});

test("a cached result is returned until it is evicted", () => {
  const calls: any[] = [];
  const twice = functools.functools_lru_cache(2n)((x: bigint) => (calls.push(x), x * 2n));
  for (const x of [1n, 2n, 1n, 3n, 2n]) twice(x);
  expect(calls).toEqual([1n, 2n, 3n, 2n]);
  const once = functools.functools_cache((x: any) => calls.push(x));
  once(1n);
  once(1);
  expect(calls.length).toBe(5);
  const typed = functools.functools_lru_cache(null, true)((x: any) => calls.push(x));
  typed(1n);
  typed(1);
  expect(calls.length).toBe(7);
  expect(functools.functools_partial((a: any, b: any) => add(a, b), ["x"])("y")).toBe("xy");
});

function step(countdown: { left: bigint }): bigint {
  if (countdown.left === 0n) throw new StopIteration();
  countdown.left -= 1n;
  return countdown.left;
}
