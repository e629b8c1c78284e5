import { expect, test } from "vitest";
import { sub } from "../../../../engine/transpile/runtime/arithmetic.ts";
import { bitAnd, bitOr, bitXor } from "../../../../engine/transpile/runtime/bits.ts";
import { frozenset, list, set } from "../../../../engine/transpile/runtime/builtins-containers.ts";
import { sum } from "../../../../engine/transpile/runtime/builtins-order.ts";
import { dict_fromkeys, dict_items, dict_keys } from "../../../../engine/transpile/runtime/dict-methods.ts";
import { ibitAnd, ibitOr, ibitXor, isub } from "../../../../engine/transpile/runtime/in-place.ts";
import * as sets from "../../../../engine/transpile/runtime/set-methods.ts";
import { SetValue } from "../../../../engine/transpile/runtime/set.ts";
import { combined, each, differencesFromPython } from "../../../support/python-answers.ts";

const lists = [
  "[]",
  "[5]",
  "[8, 1, 16, 24, 3]",
  "[-1, -2, 7, 100, 1000, -50]",
  "[0, 8, 16, 24, 32, 40, 48, 56, 64, 72]",
  "[True, 2.5, 10**20, -(2**61), 0.1, 3]".replace("-(2**61)", "-2**61"),
  "[(3, 1), (1, 2), (0, 0), (2, 5), (7, 7)]",
  `[${Array.from({ length: 60 }, (_, at) => (at * 37) % 101).join(", ")}]`,
  `[${Array.from({ length: 300 }, (_, at) => (at * at * 7919) % 100003).join(", ")}]`,
  "[9, 8, 7, 6, 5, 4, 3, 2, 1, 0]",
  "range(200)",
];
const pairs = combined(lists, lists);

test("sets of numbers come in CPython's order", () => {
  expect(
    differencesFromPython([
      { python: "list(set({0}))", runtime: (x) => list(set(x)), cases: each(...lists) },
      { python: "set({0})", runtime: (x) => set(x), cases: each(...lists) },
      { python: "list(frozenset({0}))", runtime: (x) => list(frozenset(x)), cases: each(...lists) },
      { python: "list(set(set({0})))", runtime: (x) => list(set(set(x))), cases: each(...lists) },
      { python: "list(set({0}).copy())", runtime: (x) => list(sets.set_copy(set(x))), cases: each(...lists) },
      {
        python: "list(set(dict.fromkeys({0})))",
        runtime: (x) => list(set(dict_fromkeys(x))),
        cases: each(...lists),
      },
      {
        python: "list({8, 1, 16, 24, 3})",
        runtime: () => list(SetValue.ofConstants([8n, 1n, 16n, 24n, 3n])),
        cases: [[]],
      },
      {
        python: "sum(set({0}))",
        runtime: (x) => sum(set(x)),
        cases: each("[0.1, 0.2, 0.3, 1e16]", "[1, 2, 3]"),
      },
    ]),
  ).toEqual([]);
});

test("the order survives every operation", () => {
  const both =
    (operate: (a: any, b: any) => any) =>
    (a: any, b: any): any =>
      list(operate(set(a), set(b)));
  const inPlace = (sign: string): string =>
    `(lambda a, b: (exec("a ${sign} b", g := {'a': a, 'b': b}), list(g['a']))[1])(set({0}), set({1}))`;
  expect(
    differencesFromPython([
      { python: "list(set({0}) | set({1}))", runtime: both(bitOr), cases: pairs },
      { python: "list(set({0}) & set({1}))", runtime: both(bitAnd), cases: pairs },
      { python: "list(set({0}) - set({1}))", runtime: both(sub), cases: pairs },
      { python: "list(set({0}) ^ set({1}))", runtime: both(bitXor), cases: pairs },
      { python: inPlace("|="), runtime: both(ibitOr), cases: pairs },
      { python: inPlace("&="), runtime: both(ibitAnd), cases: pairs },
      { python: inPlace("-="), runtime: both(isub), cases: pairs },
      { python: inPlace("^="), runtime: both(ibitXor), cases: pairs },
      {
        python: "list(set({0}).union({1}, [77]))",
        runtime: (a, b) => list(sets.set_union(set(a), [b, [77n]])),
        cases: pairs,
      },
      {
        python: "list(set({0}).intersection({1}))",
        runtime: (a, b) => list(sets.set_intersection(set(a), [b])),
        cases: pairs,
      },
      {
        python: "list(set({0}).difference({1}))",
        runtime: (a, b) => list(sets.set_difference(set(a), [b])),
        cases: pairs,
      },
      {
        python: "list(set({0}).symmetric_difference({1}))",
        runtime: (a, b) => list(sets.set_symmetric_difference(set(a), b)),
        cases: pairs,
      },
    ]),
  ).toEqual([]);
});

test("the order survives thousands of additions and removals", () => {
  const churned = (seed: bigint, spread: bigint, steps: bigint): any => {
    const made = set();
    let state = seed;
    for (let left = steps; left > 0n; left--) {
      state = (state * 1103515245n + 12345n) % 2147483648n;
      const item = (state >> 8n) % spread;
      if ((state >> 4n) % 3n === 0n) sets.set_discard(made, item);
      else sets.set_add(made, item);
    }
    return list(made);
  };
  const python = `(lambda s: (exec("""
x = {0}
for _ in range({2}):
    x = (x * 1103515245 + 12345) % 2147483648
    item = (x >> 8) % {1}
    s.discard(item) if (x >> 4) % 3 == 0 else s.add(item)
""", {'s': s}), list(s))[1])(set())`;
  const cases = combined(["1", "2", "3", "4", "5"], ["10", "30", "1000", "10**12"], ["20", "100", "1000"]);
  expect(differencesFromPython([{ python, runtime: churned, cases }])).toEqual([]);
});

test("the order survives views, removals and pops", () => {
  const keys = (x: any): any => dict_keys(dict_fromkeys(x));
  const drained = (x: any, count: bigint): any => {
    const made = set(x);
    const popped = [];
    for (let left = count; left > 0n && made.table.size > 0; left--) popped.push(sets.set_pop(made));
    return [popped, list(made)];
  };
  const without = (a: any, b: any): any => {
    const made = set(a);
    for (const item of list(b)) sets.set_discard(made, item);
    for (const item of [500n, 501n, 502n]) sets.set_add(made, item);
    return list(made);
  };
  expect(
    differencesFromPython([
      {
        python: "list(dict.fromkeys({0}).keys() & dict.fromkeys({1}).keys())",
        runtime: (a, b) => list(bitAnd(keys(a), keys(b))),
        cases: pairs,
      },
      {
        python: "list(dict.fromkeys({0}).keys() | set({1}))",
        runtime: (a, b) => list(bitOr(keys(a), set(b))),
        cases: pairs,
      },
      {
        python: "list(dict.fromkeys({0}).keys() - set({1}))",
        runtime: (a, b) => list(sub(keys(a), set(b))),
        cases: pairs,
      },
      {
        python: "list(dict.fromkeys({0}).keys() ^ dict.fromkeys({1}).keys())",
        runtime: (a, b) => list(bitXor(keys(a), keys(b))),
        cases: pairs,
      },
      {
        python: "list(set({0}) & dict.fromkeys({1}).keys())",
        runtime: (a, b) => list(bitAnd(set(a), keys(b))),
        cases: pairs,
      },
      {
        python: "list(set({0}) - dict.fromkeys({1}).keys())",
        runtime: (a, b) => list(sub(set(a), keys(b))),
        cases: pairs,
      },
      {
        python: "list(dict.fromkeys({0}, 1).items() | set())",
        runtime: (a) => list(bitOr(dict_items(dict_fromkeys(a, 1n)), set())),
        cases: each(...lists),
      },
      {
        python: "(lambda s: ([s.pop() for _ in range(min({1}, len(s)))], list(s)))(set({0}))"
          .replace("(lambda", "list((lambda")
          .replace(/$/, ")"),
        runtime: drained,
        cases: combined(lists, ["1", "3", "50"]),
      },
      {
        python:
          "(lambda s: ([s.discard(x) for x in {1}], [s.add(x) for x in (500, 501, 502)], list(s))[2])(set({0}))",
        runtime: without,
        cases: pairs,
      },
    ]),
  ).toEqual([]);
});
