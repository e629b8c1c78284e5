import { expect, test } from "vitest";
import { add, mul } from "../../../../engine/transpile/runtime/arithmetic.ts";
import { bitAnd, bitOr, bitXor } from "../../../../engine/transpile/runtime/bits.ts";
import {
  dict,
  frozenset,
  list,
  set,
  tuple,
} from "../../../../engine/transpile/runtime/builtins-containers.ts";
import { len, reversed } from "../../../../engine/transpile/runtime/builtins-iteration.ts";
import { max, min, sorted, sum } from "../../../../engine/transpile/runtime/builtins-order.ts";
import { Dict, dictPairs, dictValues } from "../../../../engine/transpile/runtime/dict.ts";
import * as dicts from "../../../../engine/transpile/runtime/dict-methods.ts";
import { sub } from "../../../../engine/transpile/runtime/arithmetic.ts";
import { equals } from "../../../../engine/transpile/runtime/equality.ts";
import { RuntimeError, TranslationLimit } from "../../../../engine/transpile/runtime/errors.ts";
import { iadd, ibitOr, imul, isub } from "../../../../engine/transpile/runtime/in-place.ts";
import {
  deleteItem,
  deleteSlice,
  getItem,
  getSlice,
  setItem,
  setSlice,
} from "../../../../engine/transpile/runtime/items.ts";
import { iterate } from "../../../../engine/transpile/runtime/iterate.ts";
import * as lists from "../../../../engine/transpile/runtime/list-methods.ts";
import { contains } from "../../../../engine/transpile/runtime/membership.ts";
import { range_count, range_index } from "../../../../engine/transpile/runtime/number-methods.ts";
import { greater, less, lessEqual } from "../../../../engine/transpile/runtime/order.ts";
import { range } from "../../../../engine/transpile/runtime/range.ts";
import { repr } from "../../../../engine/transpile/runtime/repr.ts";
import * as sets from "../../../../engine/transpile/runtime/set-methods.ts";
import { SetValue } from "../../../../engine/transpile/runtime/set.ts";
import { Tuple } from "../../../../engine/transpile/runtime/tuple.ts";
import { combined, each, differencesFromPython } from "../../../support/python-answers.ts";

const values = [
  "[]",
  "[1, 2, 3]",
  "[1, [2, 'x'], (3,)]",
  "()",
  "(1,)",
  "(1, 'a', None)",
  "{}",
  "{'a': 1, 2: [3]}",
  "{1}",
  "set()",
  "frozenset()",
  "range(3)",
  "range(0, 10, 3)",
  "range(5, 0, -2)",
  "'text'",
  "[True, 1.0, -0.0]",
  "{(1, 2): {'x': ()}}",
  "frozenset({5})",
];

/** Does something to a container and gives what it gives together with the container. */
const changed =
  (change: (container: any, ...args: any[]) => any) =>
  (container: any, ...args: any[]): Tuple =>
    new Tuple([change(container, ...args), container]);

const inPython = (change: string): string => `(lambda x: (${change}, x))({0})`;

test("containers are written as Python writes them", () => {
  expect(differencesFromPython([{ python: "repr({0})", runtime: repr, cases: each(...values) }])).toEqual([]);
  const loop: any[] = [1n];
  loop.push(loop, new Tuple([loop]), Dict.of([["self", loop]]));
  expect(repr(loop)).toBe("[1, [...], ([...],), {'self': [...]}]");
});

test("containers are equal and ordered by their items", () => {
  const pairs = combined(
    [
      ...values,
      "[1, 2, 4]",
      "[1, 2]",
      "(1, 'b')",
      "{2: [3], 'a': 1}",
      "{1.0}",
      "frozenset({1})",
      "range(0, 9, 3)",
      "range(0, 12, 3)",
    ],
    [...values, "[1.0, 2, 3]", "{True}"],
  );
  expect(
    differencesFromPython([
      { python: "({0}) == ({1})", runtime: equals, cases: pairs },
      { python: "({0}) < ({1})", runtime: less, cases: pairs },
      { python: "({0}) <= ({1})", runtime: lessEqual, cases: pairs },
      { python: "({0}) > ({1})", runtime: greater, cases: pairs },
      {
        python: "({1}) in ({0})",
        runtime: contains,
        cases: combined(
          values.filter((value) => value !== "'text'"),
          ["1", "True", "2.0", "'a'", "(1, 2)", "None", "[2, 'x']"],
        ),
      },
      { python: "({1}) in ({0})", runtime: contains, cases: combined(["5", "None"], ["1"]) },
    ]),
  ).toEqual([]);
});

test("items are read by index, and missing ones raise Python's errors", () => {
  const keys = ["0", "1", "-1", "-3", "3", "99", "True", "'a'", "1.0", "None", "(1, 2)", "[1]"];
  expect(
    differencesFromPython([
      {
        python: "({0})[{1}]",
        runtime: getItem,
        cases: combined([...values.filter((value) => !/set|^\{1\}/.test(value)), "5", "None"], keys),
      },
      { python: "len({0})", runtime: len, cases: each(...values, "5", "None") },
      {
        python: "({0})[{1}:{2}:{3}]",
        runtime: getSlice,
        cases: combined(
          ["[0, 1, 2, 3, 4]", "(0, 1, 2, 3)", "range(2, 20, 3)"],
          ["None", "0", "1", "-1", "-9", "9"],
          ["None", "0", "2", "-1", "-9", "9"],
          ["None", "1", "2", "-1", "-3", "0"],
        ),
      },
      {
        python: "({0})[{1}:{2}]",
        runtime: (list, start, stop) => getSlice(list, start, stop),
        cases: combined(["[1, 2]"], ["1.5", "'a'", "0"], ["None", "2.5"]),
      },
    ]),
  ).toEqual([]);
});

test("lists are changed in place as Python changes them", () => {
  const indexes = ["0", "2", "-1", "-3", "3", "-4", "99", "True"];
  const lists3 = ["[1, 2, 3]", "[]", "[3, 1, 2, 1]"];
  expect(
    differencesFromPython([
      {
        python: inPython("x.__setitem__({1}, 'new')"),
        runtime: changed((x, at) => (setItem(x, at, "new"), null)),
        cases: combined(lists3, indexes),
      },
      {
        python: inPython("x.__delitem__({1})"),
        runtime: changed((x, at) => (deleteItem(x, at), null)),
        cases: combined(lists3, indexes),
      },
      {
        python: inPython("x.__setitem__(slice({1}, {2}, {3}), {4})"),
        runtime: changed((x, start, stop, step, items) => (setSlice(x, start, stop, step, items), null)),
        cases: combined(
          ["[0, 1, 2, 3, 4]", "[]"],
          ["None", "1", "-2", "9"],
          ["None", "3", "-1", "0"],
          ["None", "1", "2", "-1"],
          ["[]", "[7]", "(7, 8)", "'xyz'", "5"],
        ),
      },
      {
        python: inPython("x.__delitem__(slice({1}, {2}, {3}))"),
        runtime: changed((x, start, stop, step) => (deleteSlice(x, start, stop, step), null)),
        cases: combined(
          ["[0, 1, 2, 3, 4]"],
          ["None", "1", "-2", "9"],
          ["None", "3", "-1", "0"],
          ["None", "1", "2", "-1"],
        ),
      },
      {
        python: inPython("x.append({1})"),
        runtime: changed(lists.list_append),
        cases: combined(lists3, ["5", "[1]"]),
      },
      {
        python: inPython("x.extend({1})"),
        runtime: changed(lists.list_extend),
        cases: combined(lists3, ["[5, 6]", "'ab'", "{'k': 1}", "range(2)", "5"]),
      },
      {
        python: inPython("x.insert({1}, 9)"),
        runtime: changed((x, at) => lists.list_insert(x, at, 9n)),
        cases: combined(lists3, [...indexes, "'a'"]),
      },
      {
        python: inPython("x.pop({1})"),
        runtime: changed(lists.list_pop),
        cases: combined(lists3, [...indexes, "'a'"]),
      },
      { python: inPython("x.pop()"), runtime: changed((x) => lists.list_pop(x)), cases: each(...lists3) },
      {
        python: inPython("x.remove({1})"),
        runtime: changed(lists.list_remove),
        cases: combined(lists3, ["1", "1.0", "9"]),
      },
      { python: inPython("x.reverse()"), runtime: changed(lists.list_reverse), cases: each(...lists3) },
      { python: inPython("x.clear()"), runtime: changed(lists.list_clear), cases: each(...lists3) },
      {
        python: inPython("x.sort()"),
        runtime: changed((x) => lists.list_sort(x)),
        cases: each(
          ...lists3,
          "['b', 'a']",
          "[1, 'a']",
          "[(2, 1), (1, 5)]",
          "[[2], [1, 9], []]",
          "[True, 0.5, 0]",
          "[None, None]",
        ),
      },
      {
        python: "({0}).index({1}, {2}, {3})",
        runtime: lists.list_index,
        cases: combined(lists3, ["1", "9", "1.0"], ["0", "1", "-2", "9"], ["9", "-1", "2"]),
      },
      {
        python: "({0}).count({1})",
        runtime: lists.list_count,
        cases: combined(lists3, ["1", "True", "'a'"]),
      },
      { python: "({0}).index({1})", runtime: lists.tuple_index, cases: combined(["(1, 2, 1)"], ["2", "9"]) },
      { python: "({0}).count({1})", runtime: lists.tuple_count, cases: combined(["(1, 2, 1)"], ["1", "9"]) },
      {
        python: "({0}) + ({1})",
        runtime: add,
        cases: combined(["[1]", "(1,)"], ["[2]", "(2,)", "[]", "()"]),
      },
      {
        python: "({0}) * ({1})",
        runtime: mul,
        cases: combined(["[1, 2]", "(1,)", "2", "0", "True"], ["[3]", "3", "-1", "(4,)", "1.5"]),
      },
      {
        python: "list(reversed({0}))",
        runtime: (x) => list(reversed(x)),
        cases: each(...lists3, "(1, 2)", "range(5)", "{'a': 1, 'b': 2}", "{1}", "5"),
      },
    ]),
  ).toEqual([]);
});

test("augmented assignment keeps the container or names its operator in errors", () => {
  const python = (sign: string): string =>
    `(lambda x, y: (exec("y ${sign} z", g := {'y': x, 'z': {1}}), g['y'], x))({0}, 0)`;
  const runtime =
    (change: (a: any, b: any) => any) =>
    (a: any, b: any): Tuple => {
      const result = change(a, b);
      return new Tuple([null, result, a]);
    };
  expect(
    differencesFromPython([
      {
        python: python("+="),
        runtime: runtime(iadd),
        cases: combined(["[1]", "(1,)", "'a'", "1"], ["[2]", "(2,)", "'b'", "2", "{'k': 1}"]),
      },
      {
        python: python("-="),
        runtime: runtime(isub),
        cases: combined(["{1}", "5", "'a'"], ["{1}", "{2}", "2", "[1]"]),
      },
      {
        python: python("*="),
        runtime: runtime(imul),
        cases: combined(["[1, 2]", "(1,)", "2"], ["2", "0", "1.5", "'a'"]),
      },
      {
        python: python("|="),
        runtime: runtime(ibitOr),
        cases: combined(
          ["{1}", "{}", "{'a': 1}", "6"],
          ["{1}", "{'a': 2, 'b': 3}", "3", "[('k', 'v')]", "[1]"],
        ),
      },
    ]),
  ).toEqual([]);
});

test("dicts find keys by equality and keep their order", () => {
  const dictionaries = ["{}", "{'a': 1, 'b': 2}", "{1: 'x', 'y': None, (1, 2): 3}"];
  const keys = ["'a'", "1", "1.0", "True", "(1, 2)", "(1.0, 2)", "None", "[1]", "'zz'"];
  expect(
    differencesFromPython([
      {
        python: "({0}).get({1})",
        runtime: (d, key) => dicts.dict_get(d, key),
        cases: combined(dictionaries, keys),
      },
      {
        python: "({0}).get({1}, 'no')",
        runtime: (d, key) => dicts.dict_get(d, key, "no"),
        cases: combined(dictionaries, keys),
      },
      {
        python: inPython("x.setdefault({1}, 0)"),
        runtime: changed((d, key) => dicts.dict_setdefault(d, key, 0n)),
        cases: combined(dictionaries, keys),
      },
      {
        python: inPython("x.pop({1})"),
        runtime: changed((d, key) => dicts.dict_pop(d, key)),
        cases: combined(dictionaries, keys),
      },
      {
        python: inPython("x.pop({1}, None)"),
        runtime: changed((d, key) => dicts.dict_pop(d, key, null)),
        cases: combined(dictionaries, keys),
      },
      {
        python: inPython("x.popitem()"),
        runtime: changed((d) => dicts.dict_popitem(d)),
        cases: each(...dictionaries),
      },
      {
        python: inPython("x.__setitem__({1}, 9)"),
        runtime: changed((d, key) => (setItem(d, key, 9n), null)),
        cases: combined(dictionaries, keys),
      },
      {
        python: inPython("x.__delitem__({1})"),
        runtime: changed((d, key) => (deleteItem(d, key), null)),
        cases: combined(dictionaries, keys),
      },
      {
        python: inPython("x.update({1})"),
        runtime: changed((d, other) => dicts.dict_update(d, other)),
        cases: combined(dictionaries, ["{'b': 5, 'c': 6}", "[(1, 2)]", "['ab']", "[1]", "[(1, 2, 3)]", "5"]),
      },
      {
        python: inPython("x.clear()"),
        runtime: changed((d) => dicts.dict_clear(d)),
        cases: each(...dictionaries),
      },
      { python: "({0}).copy()", runtime: dicts.dict_copy, cases: each(...dictionaries) },
      { python: "({0}).keys()", runtime: dicts.dict_keys, cases: each(...dictionaries) },
      { python: "({0}).values()", runtime: dicts.dict_values, cases: each(...dictionaries) },
      { python: "({0}).items()", runtime: dicts.dict_items, cases: each(...dictionaries) },
      {
        python: "list(({0}).items())",
        runtime: (d) => list(dicts.dict_items(d)),
        cases: each(...dictionaries),
      },
      {
        python: "list(reversed(({0}).keys()))",
        runtime: (d) => list(reversed(dicts.dict_keys(d))),
        cases: each(...dictionaries),
      },
      {
        python: "({1}) in ({0}).items()",
        runtime: (d, item) => contains(dicts.dict_items(d), item),
        cases: combined(dictionaries, ["('a', 1)", "('a', 2)", "(1, 'x')", "5"]),
      },
      {
        python: "({1}) in ({0}).values()",
        runtime: (d, item) => contains(dicts.dict_values(d), item),
        cases: combined(dictionaries, ["1", "None"]),
      },
      {
        python: "sorted(({0}).keys() & ({1}))",
        runtime: (d, other) => sorted(bitAnd(dicts.dict_keys(d), other)),
        cases: combined(["{'a': 1, 'b': 2}"], ["{'a'}", "['b', 'c']", "{'a': 0}"]),
      },
      {
        python: "({0}).keys() == ({1}).keys()",
        runtime: (a, b) => equals(dicts.dict_keys(a), dicts.dict_keys(b)),
        cases: combined(dictionaries, dictionaries),
      },
      { python: "({0}) | ({1})", runtime: bitOr, cases: combined(dictionaries, [...dictionaries, "[1]"]) },
      {
        python: "dict.fromkeys({0}, 0)",
        runtime: (keys) => dicts.dict_fromkeys(keys, 0n),
        cases: each("['a', 'b', 'a']", "'xy'", "5", "[[1]]"),
      },
      {
        python: "dict({0})",
        runtime: (source) => dict(source),
        cases: each("[(1, 2), (1.0, 3)]", "{'a': 1}", "[[1, 2]]", "5", "['a']", "[(True, 1), (1, 2)]"),
      },
      {
        python: "{1: 'a', True: 'b', 1.0: 'c', '1': 'd'}",
        runtime: () =>
          Dict.of([
            [1n, "a"],
            [true, "b"],
            [1, "c"],
            ["1", "d"],
          ]),
        cases: [[]],
      },
    ]),
  ).toEqual([]);
});

test("a dict that changes size during iteration raises", () => {
  const growing = Dict.of([["a", 1n]]);
  expect(() => {
    for (const key of iterate(growing)) setItem(growing, `${key}x`, 0n);
  }).toThrow(RuntimeError);
  const two = Dict.of([
    ["a", 1n],
    ["b", 2n],
  ]);
  expect(Array.from(dictPairs(two)).flat()).toEqual(["a", 1n, "b", 2n]);
  expect(Array.from(dictValues(two))).toEqual([1n, 2n]);
  expect(() => {
    for (const [key] of dictPairs(two)) deleteItem(two, key);
  }).toThrow(RuntimeError);
});

test("sets hold each value once, whatever its kind", () => {
  const some = [
    "set()",
    "{1, 2, 3}",
    "{2, 3, 4}",
    "{'a'}",
    "{1.0, 2}",
    "frozenset({3, 4})",
    "{(1, 2), (1.0, 2)}",
  ];
  const pairs = combined(some, some);
  // Items of kinds that cannot be compared cannot be sorted, and the order is not to be seen otherwise.
  const alike = pairs.filter(([a = "", b = ""]) => [a, b].every((set) => !/'|\(\(|\{\(/.test(set)));
  const shown = (value: any): any => new Tuple([typeof value, value instanceof SetValue, sorted(value)]);
  const asShown = (expression: string): string => `('object', type(r := ${expression}) is set, sorted(r))`;
  expect(
    differencesFromPython([
      { python: asShown("({0}) | ({1})"), runtime: (a, b) => shown(bitOr(a, b)), cases: alike },
      { python: asShown("({0}) & ({1})"), runtime: (a, b) => shown(bitAnd(a, b)), cases: alike },
      { python: asShown("({0}) - ({1})"), runtime: (a, b) => shown(sub(a, b)), cases: alike },
      { python: asShown("({0}) ^ ({1})"), runtime: (a, b) => shown(bitXor(a, b)), cases: alike },
      {
        python: asShown("({0}).union({1}, [9])"),
        runtime: (a, b) => shown(sets.set_union(a, [b, [9n]])),
        cases: alike,
      },
      {
        python: asShown("({0}).intersection({1})"),
        runtime: (a, b) => shown(sets.set_intersection(a, [b])),
        cases: combined(some.slice(0, 3), ["[1, 3]", "'ab'", "5"]),
      },
      {
        python: asShown("({0}).difference({1})"),
        runtime: (a, b) => shown(sets.set_difference(a, [b])),
        cases: combined(some.slice(0, 3), ["[1, 3]", "'ab'"]),
      },
      {
        python: asShown("({0}).symmetric_difference({1})"),
        runtime: (a, b) => shown(sets.set_symmetric_difference(a, b)),
        cases: combined(some.slice(0, 3), ["[1, 3, 3]"]),
      },
      { python: "({0}).issubset({1})", runtime: sets.set_issubset, cases: pairs },
      { python: "({0}).issuperset({1})", runtime: sets.set_issuperset, cases: pairs },
      { python: "({0}).isdisjoint({1})", runtime: sets.set_isdisjoint, cases: pairs },
      { python: "({0}) == ({1})", runtime: equals, cases: pairs },
      { python: "({0}) < ({1})", runtime: less, cases: pairs },
      { python: "({0}) <= ({1})", runtime: lessEqual, cases: pairs },
      {
        python: "len(set({0}))",
        runtime: (items) => len(set(items)),
        cases: each("[1, 1.0, True, '1']", "'hello'", "[(1, 2), (1.0, 2.0)]", "[[1]]", "5"),
      },
      { python: "({1}) in ({0})", runtime: contains, cases: combined(some, ["1", "(1, 2)", "[1]", "'a'"]) },
      {
        python: "frozenset({0}) == frozenset({1})",
        runtime: (a, b) => equals(frozenset(a), frozenset(b)),
        cases: combined(["[1, 2]", "'ab'"], ["[2, 1.0]", "'ba'"]),
      },
      {
        python: "{frozenset({0}): 1}[frozenset({1})]",
        runtime: (a, b) => getItem(Dict.of([[frozenset(a), 1n]]), frozenset(b)),
        cases: [
          ["[1, 2]", "[2, 1]"],
          ["[1]", "[1.0]"],
        ],
      },
      { python: "({0}) | ({1})", runtime: bitOr, cases: combined(["{1}"], ["[1]", "5", "{2: 3}"]) },
      {
        python: inPython("x.remove({1})"),
        runtime: changed(sets.set_remove),
        cases: combined(["{1}"], ["1", "2", "'a'", "(1,)"]),
      },
      {
        python: inPython("x.discard({1})"),
        runtime: changed(sets.set_discard),
        cases: combined(["{1}"], ["1.0", "2"]),
      },
      { python: inPython("x.pop()"), runtime: changed(sets.set_pop), cases: each("{1}", "set()") },
    ]),
  ).toEqual([]);
});

test("the order of a set is never visible", () => {
  const words = SetValue.of(["a", "b"]);
  expect(() => repr(words)).toThrow(TranslationLimit);
  expect(() => list(words)).toThrow(TranslationLimit);
  expect(() => sets.set_pop(words)).toThrow(TranslationLimit);
  expect(() => sorted(words, () => 0n)).toThrow(TranslationLimit);
  expect(() => max([words], () => 0n)).toThrow(TranslationLimit);
  expect(sorted(words)).toEqual(["a", "b"]);
});

test("ranges count as Python counts", () => {
  const ranges = [
    "range(0)",
    "range(5)",
    "range(2, 20, 3)",
    "range(10, 0, -3)",
    "range(0, -5)",
    "range(10**20, 10**20)",
  ];
  expect(
    differencesFromPython([
      { python: "list({0})", runtime: list, cases: each(...ranges) },
      { python: "len({0})", runtime: len, cases: each(...ranges) },
      {
        python: "({1}) in ({0})",
        runtime: contains,
        cases: combined(ranges, ["0", "2", "7", "-3", "2.0", "2.5", "'a'", "True"]),
      },
      { python: "({0}).index({1})", runtime: range_index, cases: combined(ranges, ["0", "5", "8"]) },
      { python: "({0}).count({1})", runtime: range_count, cases: combined(ranges, ["0", "5"]) },
      { python: "range({0})", runtime: (stop) => range(stop), cases: each("5", "1.5", "'a'", "True") },
      {
        python: "range({0}, {1}, {2})",
        runtime: range,
        cases: combined(["0", "5"], ["10", "'a'"], ["1", "-1", "0", "2.0"]),
      },
      { python: "tuple({0})", runtime: tuple, cases: each(...ranges, "'ab'", "{'k': 1}", "5") },
    ]),
  ).toEqual([]);
});

test("min, max, sum and sorted return the same as in Python", () => {
  const rows = [
    "[]",
    "[3, 1, 2]",
    "['b', 'a']",
    "[1, 'a']",
    "[2.5, 2, True]",
    "(1,)",
    "'hello'",
    "{'b': 1, 'a': 2}",
    "[[2], [1, 5]]",
    "[None]",
    "5",
    "[(1, 'b'), (1, 'a')]",
  ];
  expect(
    differencesFromPython([
      { python: "min({0})", runtime: (values) => min([values]), cases: each(...rows) },
      { python: "max({0})", runtime: (values) => max([values]), cases: each(...rows) },
      {
        python: "min({0}, {1})",
        runtime: (a, b) => min([a, b]),
        cases: combined(["1", "2.0", "'a'", "True"], ["1", "1.0", "'b'"]),
      },
      {
        python: "max({0}, {1})",
        runtime: (a, b) => max([a, b]),
        cases: combined(["1", "2.0", "'a'", "True"], ["1", "1.0", "'b'"]),
      },
      {
        python: "max({0}, default='none')",
        runtime: (values) => max([values], undefined, "none"),
        cases: each("[]", "[1]"),
      },
      {
        python: "max({0}, key=len)",
        runtime: (values) => max([values], len),
        cases: each("['a', 'bb', 'cc']", "[]", "[1]"),
      },
      {
        python: "min({0}, key=len)",
        runtime: (values) => min([values], len),
        cases: each("['bb', 'a', 'c']"),
      },
      {
        python: "sum({0})",
        runtime: (values) => sum(values),
        cases: each(
          "[]",
          "[1, 2]",
          "[0.1] * 0",
          "[True, 2.5]",
          "['a']",
          "[10**20, 1.5]",
          "[1e308, 1e308]",
          "5",
          "[0.1, 0.2, 0.3]",
          "[1e16, 1.0, -1e16]",
          "[0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]",
          "[inf, 1.0]",
          "[1e100, 1, -1e100, 1.0]",
        ).filter(([row]) => !row!.includes("*") || row!.includes("**")),
      },
      {
        python: "sum({0}, {1})",
        runtime: sum,
        cases: [
          ["[[1], [2]]", "[]"],
          ["[1]", "0.5"],
          ["['a']", "''"],
          ["[1]", "[]"],
          ["[(1,)]", "()"],
        ],
      },
      { python: "sorted({0})", runtime: (values) => sorted(values), cases: each(...rows) },
      {
        python: "sorted({0}, reverse=True)",
        runtime: (values) => sorted(values, null, true),
        cases: each(...rows),
      },
      {
        python: "sorted({0}, key=len)",
        runtime: (values) => sorted(values, len),
        cases: each("['bb', 'a', 'cc', 'b']", "[[1], [], [2]]", "[1]"),
      },
      {
        python: "sorted({0}, key=len, reverse=True)",
        runtime: (values) => sorted(values, len, true),
        cases: each("['bb', 'a', 'cc', 'b']"),
      },
    ]),
  ).toEqual([]);
});
