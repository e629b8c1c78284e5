import { expect, test } from "vitest";
import { add, negative, positive, sub } from "../../../../engine/transpile/runtime/arithmetic.ts";
import * as bisect from "../../../../engine/transpile/runtime/bisect.ts";
import { bitAnd, bitOr } from "../../../../engine/transpile/runtime/bits.ts";
import { list } from "../../../../engine/transpile/runtime/builtins-containers.ts";
import { len } from "../../../../engine/transpile/runtime/builtins-iteration.ts";
import {
  Counter,
  Counter_elements,
  Counter_most_common,
  Counter_subtract,
  Counter_total,
} from "../../../../engine/transpile/runtime/counter.ts";
import { defaultdict } from "../../../../engine/transpile/runtime/default-dict.ts";
import * as deques from "../../../../engine/transpile/runtime/deque.ts";
import * as search from "../../../../engine/transpile/runtime/deque-search.ts";
import { dict_copy, dict_update } from "../../../../engine/transpile/runtime/dict-methods.ts";
import { equals } from "../../../../engine/transpile/runtime/equality.ts";
import { RuntimeError } from "../../../../engine/transpile/runtime/errors.ts";
import * as heapq from "../../../../engine/transpile/runtime/heapq.ts";
import { deleteItem, getItem, setItem } from "../../../../engine/transpile/runtime/items.ts";
import { iterate } from "../../../../engine/transpile/runtime/iterate.ts";
import { json_dumps } from "../../../../engine/transpile/runtime/json-dumps.ts";
import { json_loads } from "../../../../engine/transpile/runtime/json-loads.ts";
import { contains } from "../../../../engine/transpile/runtime/membership.ts";
import { less, lessEqual } from "../../../../engine/transpile/runtime/order.ts";
import {
  OrderedDict,
  OrderedDict_move_to_end,
  OrderedDict_popitem,
} from "../../../../engine/transpile/runtime/ordered-dict.ts";
import { Tuple } from "../../../../engine/transpile/runtime/tuple.ts";
import { combined, each, differencesFromPython } from "../../../support/python-answers.ts";

test("counters count as in Python", () => {
  const sources = ["'abracadabra'", "[]", "{'a': 3, 'b': -1, 'c': 0}", "[1, 1.0, True, 2]", "5", "[[1]]"];
  const pairs = combined(["'aab'", "{'a': 1, 'c': -2}", "''"], ["'abbc'", "{'b': 3, 'a': -1}", "''"]);
  const both =
    (operate: (a: any, b: any) => any) =>
    (a: any, b: any): any =>
      operate(Counter(a), Counter(b));
  expect(
    differencesFromPython([
      { python: "Counter({0})", runtime: (x) => Counter(x), cases: each(...sources) },
      {
        python: "Counter({0}).most_common()",
        runtime: (x) => Counter_most_common(Counter(x)),
        cases: each(...sources),
      },
      {
        python: "Counter({0}).most_common({1})",
        runtime: (x, n) => Counter_most_common(Counter(x), n),
        cases: combined(sources, ["0", "1", "2", "99"]),
      },
      {
        python: "list(Counter({0}).elements())",
        runtime: (x) => list(Counter_elements(Counter(x))),
        cases: each(...sources),
      },
      { python: "Counter({0}).total()", runtime: (x) => Counter_total(Counter(x)), cases: each(...sources) },
      { python: "Counter({0})['a']", runtime: (x) => getItem(Counter(x), "a"), cases: each(...sources) },
      { python: "'zz' in Counter({0})", runtime: (x) => contains(Counter(x), "zz"), cases: each("'ab'") },
      { python: "Counter({0}) + Counter({1})", runtime: both(add), cases: pairs },
      { python: "Counter({0}) - Counter({1})", runtime: both(sub), cases: pairs },
      { python: "Counter({0}) | Counter({1})", runtime: both(bitOr), cases: pairs },
      { python: "Counter({0}) & Counter({1})", runtime: both(bitAnd), cases: pairs },
      { python: "Counter({0}) == Counter({1})", runtime: both(equals), cases: pairs },
      { python: "Counter({0}) <= Counter({1})", runtime: both(lessEqual), cases: pairs },
      { python: "Counter({0}) < Counter({1})", runtime: both(less), cases: pairs },
      { python: "+Counter({0})", runtime: (x) => positive(Counter(x)), cases: each(...sources.slice(0, 3)) },
      { python: "-Counter({0})", runtime: (x) => negative(Counter(x)), cases: each(...sources.slice(0, 3)) },
      {
        python: "(lambda c: (c.update({1}), c))(Counter({0}))",
        runtime: (a, b) => then(Counter(a), (c) => dict_update(c, b)),
        cases: pairs,
      },
      {
        python: "(lambda c: (c.subtract({1}), c))(Counter({0}))",
        runtime: (a, b) => then(Counter(a), (c) => Counter_subtract(c, b)),
        cases: pairs,
      },
      {
        python: "(lambda c: (c.__delitem__('zz'), c))(Counter({0}))",
        runtime: (a) => then(Counter(a), (c) => (deleteItem(c, "zz"), null)),
        cases: each("'ab'"),
      },
      { python: "Counter({0}) + 5", runtime: (a) => add(Counter(a), 5n), cases: each("'ab'") },
    ]),
  ).toEqual([]);
});

test("a defaultdict creates missing values", () => {
  expect(
    differencesFromPython([
      {
        python: "(lambda d: (d['k'].append({0}), d))(defaultdict(list))",
        runtime: (x) => then(defaultdict(list), (d) => (getItem(d, "k").push(x), null)),
        cases: each("1", "'a'"),
      },
      {
        python: "(lambda d: (d.get({0}), d))(defaultdict(list, [(1, [2])]))",
        runtime: (key) =>
          then(defaultdict(list, [new Tuple([1n, [2n]])]), (d) => d.table.find(key)?.value ?? null),
        cases: each("1", "2"),
      },
      {
        python: "defaultdict(None)[{0}]",
        runtime: (key) => getItem(defaultdict(), key),
        cases: each("1", "'a'"),
      },
      { python: "defaultdict({0})", runtime: (factory) => defaultdict(factory), cases: each("5", "None") },
      {
        python: "defaultdict(list, {0}).copy()",
        runtime: (x) => dict_copy(defaultdict(list, x)),
        cases: each("{'a': 1}"),
      },
    ]),
  ).toEqual([]);
});

test("an OrderedDict keeps its order", () => {
  const made = "{'a': 1, 'b': 2, 'c': 3}";
  expect(
    differencesFromPython([
      {
        python: "(lambda d: (d.move_to_end({0}, {1}), list(d)))(OrderedDict({'a': 1, 'b': 2, 'c': 3}))",
        runtime: (key, last) => thenList(orderedAbc(), (d) => OrderedDict_move_to_end(d, key, last)),
        cases: combined(["'a'", "'b'", "'zz'"], ["True", "False"]),
      },
      {
        python: "(lambda d: (d.popitem({0}), list(d)))(OrderedDict({'a': 1, 'b': 2, 'c': 3}))",
        runtime: (last) => thenList(orderedAbc(), (d) => OrderedDict_popitem(d, last)),
        cases: each("True", "False"),
      },
      {
        python: "OrderedDict({0}) == OrderedDict({1})",
        runtime: (a, b) => equals(OrderedDict(a), OrderedDict(b)),
        cases: combined([made], [made, "{'b': 2, 'a': 1, 'c': 3}", "{}"]),
      },
      {
        python: "OrderedDict({0}) == ({1})",
        runtime: (a, b) => equals(OrderedDict(a), b),
        cases: combined([made], [made, "{'b': 2, 'a': 1, 'c': 3}"]),
      },
      { python: "OrderedDict({0})", runtime: (x) => OrderedDict(x), cases: each(made, "{}", "[]") },
    ]),
  ).toEqual([]);
});

test("a deque adds and removes at both ends", () => {
  const d = deques;
  const some = ["[]", "[1]", "[1, 2, 3, 4]"];
  const doing = (change: string): string => `(lambda d: (${change}, d))(deque({0}))`;
  const run =
    (change: (deque: deques.DequeList, ...args: any[]) => any) =>
    (x: any, ...args: any[]): any =>
      then(d.deque(x), (made) => change(made, ...args));
  expect(
    differencesFromPython([
      {
        python: "deque({0}, {1})",
        runtime: (x, n) => d.deque(x, n),
        cases: combined([...some, "'abc'", "5"], ["None", "0", "2", "-1", "'a'"]),
      },
      { python: doing("d.append(9)"), runtime: run((x) => d.deque_append(x, 9n)), cases: each(...some) },
      {
        python: doing("d.appendleft(9)"),
        runtime: run((x) => d.deque_appendleft(x, 9n)),
        cases: each(...some),
      },
      {
        python: doing("d.extend([7, 8])"),
        runtime: run((x) => d.deque_extend(x, [7n, 8n])),
        cases: each(...some),
      },
      {
        python: doing("d.extendleft([7, 8])"),
        runtime: run((x) => d.deque_extendleft(x, [7n, 8n])),
        cases: each(...some),
      },
      { python: doing("d.pop()"), runtime: run((x) => d.deque_pop(x)), cases: each(...some) },
      { python: doing("d.popleft()"), runtime: run((x) => d.deque_popleft(x)), cases: each(...some) },
      {
        python: doing("d.rotate({1})"),
        runtime: run(d.deque_rotate),
        cases: combined(some, ["0", "1", "-1", "3", "-6", "99"]),
      },
      { python: doing("d.reverse()"), runtime: run((x) => d.deque_reverse(x)), cases: each(...some) },
      {
        python: doing("d.insert({1}, 0)"),
        runtime: run((x, at) => search.deque_insert(x, at, 0n)),
        cases: combined(some, ["0", "2", "-1", "99", "-99"]),
      },
      {
        python: doing("d.remove({1})"),
        runtime: run(search.deque_remove),
        cases: combined(some, ["1", "9"]),
      },
      {
        python: doing("d.__setitem__({1}, 0)"),
        runtime: run((x, at) => (setItem(x, at, 0n), null)),
        cases: combined(some, ["0", "-1", "9"]),
      },
      {
        python: doing("d.__delitem__({1})"),
        runtime: run((x, at) => (deleteItem(x, at), null)),
        cases: combined(some, ["0", "-1", "9"]),
      },
      {
        python: "deque({0})[{1}]",
        runtime: (x, at) => getItem(d.deque(x), at),
        cases: combined(some, ["0", "-1", "2", "9", "'a'"]),
      },
      {
        python: "deque({0}).index({1})",
        runtime: (x, item) => search.deque_index(d.deque(x), item),
        cases: combined(some, ["1", "9"]),
      },
      {
        python: "deque({0}).count({1})",
        runtime: (x, item) => search.deque_count(d.deque(x), item),
        cases: combined(some, ["1", "9"]),
      },
      {
        python: "deque({0}) == deque({1})",
        runtime: (a, b) => equals(d.deque(a), d.deque(b)),
        cases: combined(some, some),
      },
      {
        python: "deque({0}) < deque({1})",
        runtime: (a, b) => less(d.deque(a), d.deque(b)),
        cases: combined(some, some),
      },
      {
        python: "deque({0}) == ({1})",
        runtime: (a, b) => equals(d.deque(a), b),
        cases: combined(some, some),
      },
      {
        python: "deque({0}) + deque({1})",
        runtime: (a, b) => add(d.deque(a), d.deque(b)),
        cases: combined(some, some),
      },
      {
        python: "(lambda d: (d.append(9), d.appendleft(8), d))(deque({0}, 3))",
        runtime: (x) => sidesOf(d.deque(x, 3n)),
        cases: each(...some),
      },
      { python: "len(deque({0}))", runtime: (x) => len(d.deque(x)), cases: each(...some) },
    ]),
  ).toEqual([]);
  const busy = d.deque([1n, 2n]);
  expect(() => {
    for (const _ of iterate(busy)) d.deque_append(busy, 0n);
  }).toThrow(RuntimeError);
  const long = d.deque();
  for (let at = 0; at < 1000; at++) d.deque_appendleft(long, BigInt(at));
  for (let at = 0; at < 900; at++) expect(d.deque_pop(long)).toBe(BigInt(at));
  expect(d.deque_popleft(long)).toBe(999n);
});

test("heaps and sorted lists keep Python's layout", () => {
  const rows = ["[]", "[5]", "[5, 3, 8, 1, 9, 2, 7]", "[(2, 'b'), (1, 'z'), (2, 'a')]", "[1, 'a']"];
  const heaped = "(lambda h: (heapq.heapify(h), {1}, h))({0})";
  const heap =
    (change: (heap: any[]) => any) =>
    (rows: any[]): any => {
      heapq.heapq_heapify(rows);
      return new Tuple([null, change(rows), rows]);
    };
  expect(
    differencesFromPython([
      {
        python: heaped.replace("{1}", "heapq.heappop(h)"),
        runtime: heap(heapq.heapq_heappop),
        cases: each(...rows),
      },
      {
        python: heaped.replace("{1}", "heapq.heappush(h, h[0])"),
        runtime: heap((h) => heapq.heapq_heappush(h, getItem(h, 0n))),
        cases: each(...rows),
      },
      {
        python: heaped.replace("{1}", "heapq.heapreplace(h, h[-1])"),
        runtime: heap((h) => heapq.heapq_heapreplace(h, getItem(h, -1n))),
        cases: each(...rows),
      },
      {
        python: heaped.replace("{1}", "heapq.heappushpop(h, h[-1])"),
        runtime: heap((h) => heapq.heapq_heappushpop(h, getItem(h, -1n))),
        cases: each(...rows),
      },
      {
        python: "heapq.nsmallest({1}, {0})",
        runtime: (x, n) => heapq.heapq_nsmallest(n, x),
        cases: combined(rows.slice(0, 4), ["0", "1", "2", "99"]),
      },
      {
        python: "heapq.nlargest({1}, {0})",
        runtime: (x, n) => heapq.heapq_nlargest(n, x),
        cases: combined(rows.slice(0, 4), ["0", "1", "2", "99"]),
      },
      {
        python: "list(heapq.merge({0}, {1}))",
        runtime: (a, b) => list(heapq.heapq_merge([a, b])),
        cases: combined(["[1, 4, 7]", "[]"], ["[2, 4, 9]", "[]", "[0.5]"]),
      },
      {
        python: "list(heapq.merge({0}, {1}, key=len, reverse=True))",
        runtime: (a, b) => list(heapq.heapq_merge([a, b], len, true)),
        cases: combined(["['ccc', 'a']"], ["['dd', 'b']", "[]"]),
      },
      {
        python: "bisect.bisect_left({0}, {1})",
        runtime: (a, x) => bisect.bisect_bisect_left(a, x),
        cases: combined(["[]", "[1, 2, 2, 3]"], ["0", "2", "2.5", "9"]),
      },
      {
        python: "bisect.bisect({0}, {1})",
        runtime: (a, x) => bisect.bisect_bisect(a, x),
        cases: combined(["[]", "[1, 2, 2, 3]"], ["0", "2", "2.5", "9"]),
      },
      {
        python: "bisect.bisect_right({0}, 2, {1}, {2})",
        runtime: bisectBetween,
        cases: combined(["[1, 2, 2, 3]"], ["0", "2", "-1"], ["None", "3"]),
      },
      {
        python: "(lambda a: (bisect.insort(a, {1}), a))({0})",
        runtime: (a, x) => new Tuple([bisect.bisect_insort(a, x), a]),
        cases: combined(["[]", "[1, 2, 2, 3]"], ["0", "2.0", "9"]),
      },
      {
        python: "bisect.bisect_left({0}, {1}, key=len)",
        runtime: (a, x) => bisect.bisect_bisect_left(a, x, 0n, null, len),
        cases: combined(["['a', 'bb', 'cccc']"], ["1", "3"]),
      },
    ]),
  ).toEqual([]);
});

test("JSON is written as Python writes it", () => {
  const values = [
    "1",
    "1.5",
    "1e16",
    "-0.0",
    "inf",
    "nan",
    "True",
    "None",
    "'é\\x7f😀\\u2028\"\\\\/\\n\\x01'",
    "[]",
    "{}",
    "[1, [2, {}], ()]",
    "{'a': 1, 'b': [True, None]}",
    "{1: 2, 1.5: 3, None: 4, True: 5}",
    "(1, 2)",
    "{1}",
    "{(1,): 2}",
    "10**20",
    "{'z': 1, 'a': {'c': [], 'b': [1]}}",
  ];
  expect(
    differencesFromPython([
      { python: "json.dumps({0})", runtime: (x) => json_dumps(x), cases: each(...values) },
      {
        python: "json.dumps({0}, ensure_ascii=False)",
        runtime: (x) => json_dumps(x, undefined, false),
        cases: each(...values),
      },
      {
        python: "json.dumps({0}, allow_nan=False)",
        runtime: (x) => json_dumps(x, undefined, undefined, undefined, false),
        cases: each("inf", "1.5"),
      },
      {
        python: "json.dumps({0}, indent={1})",
        runtime: (x, indent) => json_dumps(x, undefined, undefined, undefined, undefined, undefined, indent),
        cases: combined(values, ["2", "0", "'--'", "None"]),
      },
      {
        python: "json.dumps({0}, separators=(',', ':'))",
        runtime: (x) =>
          json_dumps(
            x,
            undefined,
            undefined,
            undefined,
            undefined,
            undefined,
            undefined,
            new Tuple([",", ":"]),
          ),
        cases: each(...values),
      },
      {
        python: "json.dumps({0}, sort_keys=True, indent=1)",
        runtime: (x) =>
          json_dumps(
            x,
            undefined,
            undefined,
            undefined,
            undefined,
            undefined,
            1n,
            undefined,
            undefined,
            true,
          ),
        cases: each(...values),
      },
      {
        python: "json.dumps({0}, skipkeys=True)",
        runtime: (x) => json_dumps(x, true),
        cases: each("{(1,): 2, 'a': 1}"),
      },
      {
        python: "json.dumps({0}, default=lambda x: sorted(x))",
        runtime: (x) =>
          json_dumps(x, undefined, undefined, undefined, undefined, undefined, undefined, undefined, list),
        cases: each("{1}", "[{2}]"),
      },
    ]),
  ).toEqual([]);
});

test("JSON is read as Python reads it, down to the place of an error", () => {
  const texts = [
    "1",
    "-0",
    "-0.0",
    "1.5e3",
    "1E5",
    " [1, 2.5 , null] ",
    '{"a": {"b": [true, false]}, "a": 2}',
    '"\\u00e9\\ud83d\\ude00\\n\\/"',
    "[NaN, Infinity, -Infinity]",
    "",
    "  ",
    "[1,]",
    "{1:2}",
    '{"a"}',
    '{"a":1,}',
    "[1 2]",
    "1 2",
    '"a',
    '"\\x"',
    '"\n"',
    '"\\u12"',
    "[",
    "{",
    "nul",
    "-",
    "01",
    "1.",
    '{"a":1 "b"}',
    "[1\n,\n x]",
    '{"a" 1}',
    '{"a":}',
    "\ufeff1",
    '["é😀" x]',
    "123456789012345678901234567890",
    "[[[]]]",
    "tru",
    '{"a":1,,}',
    "[,]",
  ];
  const literals = texts.map(
    (text) => `'${text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("'", "\\'")}'`,
  );
  expect(
    differencesFromPython([
      { python: "json.loads({0})", runtime: json_loads, cases: each(...literals, "5", "None") },
    ]),
  ).toEqual([]);
});

function then(value: any, change: (value: any) => any): Tuple {
  return new Tuple([change(value), value]);
}

function thenList(value: any, change: (value: any) => any): Tuple {
  return new Tuple([change(value), list(value)]);
}

function orderedAbc(): any {
  return OrderedDict([new Tuple(["a", 1n]), new Tuple(["b", 2n]), new Tuple(["c", 3n])]);
}

function sidesOf(deque: deques.DequeList): Tuple {
  return new Tuple([deques.deque_append(deque, 9n), deques.deque_appendleft(deque, 8n), deque]);
}

function bisectBetween(list: any[], lo: any, hi: any): bigint {
  return bisect.bisect_bisect_right(list, 2n, lo, hi);
}
