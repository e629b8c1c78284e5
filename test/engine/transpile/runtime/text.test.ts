import { expect, test } from "vitest";
import { len, reversed } from "../../../../engine/transpile/runtime/builtins-iteration.ts";
import { list } from "../../../../engine/transpile/runtime/builtins-containers.ts";
import { getItem, getSlice } from "../../../../engine/transpile/runtime/items.ts";
import { contains } from "../../../../engine/transpile/runtime/membership.ts";
import { less } from "../../../../engine/transpile/runtime/order.ts";
import { repr } from "../../../../engine/transpile/runtime/repr.ts";
import { mul } from "../../../../engine/transpile/runtime/arithmetic.ts";
import { sorted } from "../../../../engine/transpile/runtime/builtins-order.ts";
import * as cases from "../../../../engine/transpile/runtime/text-case.ts";
import * as changes from "../../../../engine/transpile/runtime/text-change.ts";
import * as searches from "../../../../engine/transpile/runtime/text-search.ts";
import * as splits from "../../../../engine/transpile/runtime/text-split.ts";
import { combined, each, differencesFromPython } from "../../../support/python-answers.ts";

const texts = [
  "''",
  "'a'",
  "'abc'",
  "'a,b,,c'",
  "'  a  b '",
  "'a😀b'",
  "'😀😀'",
  "'Hello World'",
  "'x\\ty\\nz\\r\\nw'",
  "'aaaa'",
  "'é ß'",
  "'-42'",
  "'+7'",
];
const parts = ["''", "'a'", "'b'", "','", "' '", "'😀'", "'aa'", "'o W'", "'zz'"];

test("a text is written with the quotes and escapes of Python", () => {
  const odd = [
    '"it\'s"',
    "'say \"hi\"'",
    "'both \\' and \"'",
    "'back\\\\slash'",
    "'\\x00\\x1f\\x7f\\x80\\xa0\\xad\\xff'",
    "'\\u0378\\u200b\\u2028\\ue000\\u0301'",
    "'\\U0001f600\\U000e0001'",
    "'\\n\\t\\r'",
    "'ünï'",
    "'日本'",
  ];
  expect(
    differencesFromPython([{ python: "repr({0})", runtime: repr, cases: each(...texts, ...odd) }]),
  ).toEqual([]);
});

test("a text is counted, indexed and sliced by code points", () => {
  const bounds = ["None", "0", "1", "2", "-1", "-2", "5", "-9", "True"];
  expect(
    differencesFromPython([
      { python: "len({0})", runtime: len, cases: each(...texts) },
      {
        python: "({0})[{1}]",
        runtime: getItem,
        cases: combined(texts, ["0", "1", "-1", "2", "-3", "99", "True", "'a'", "1.0", "None"]),
      },
      {
        python: "({0})[{1}:{2}]",
        runtime: (text, start, stop) => getSlice(text, start, stop),
        cases: combined(["'abcdef'", "'a😀b😀c'", "''"], bounds, bounds),
      },
      {
        python: "({0})[{1}:{2}:{3}]",
        runtime: getSlice,
        cases: combined(["'abcdef'", "'a😀b😀c'"], bounds, bounds, ["1", "2", "-1", "-2", "0", "None"]),
      },
      { python: "list({0})", runtime: list, cases: each(...texts) },
      { python: "list(reversed({0}))", runtime: (text) => list(reversed(text)), cases: each(...texts) },
      { python: "({1}) in ({0})", runtime: contains, cases: combined(texts, [...parts, "5", "None"]) },
      {
        python: "({0}) < ({1})",
        runtime: less,
        cases: combined(
          [...texts, "'\\uff00'", "'\\U0001f600'", "'a\\uff00'"],
          [...texts, "'\\uff00'", "'\\U0001f600'", "'a\\U0001f600'"],
        ),
      },
      {
        python: "sorted({0})",
        runtime: (values) => sorted(values),
        cases: each("['b', 'a', 'B', '😀', '\\uff00', '']", "'hello😀'"),
      },
      {
        python: "({0}) * ({1})",
        runtime: mul,
        cases: combined(["'ab'", "'😀'", "''"], ["0", "3", "-1", "True"]),
      },
    ]),
  ).toEqual([]);
});

test("parts of a text are found at Python's positions", () => {
  const bounds = ["None", "0", "1", "-1", "3", "99", "-99"];
  const ranged = combined(["'abcabc'", "'a😀ba😀b'", "''"], ["'a'", "'😀b'", "''", "'c'"], bounds, bounds);
  expect(
    differencesFromPython([
      { python: "({0}).find({1})", runtime: searches.str_find, cases: combined(texts, [...parts, "5"]) },
      { python: "({0}).find({1}, {2}, {3})", runtime: searches.str_find, cases: ranged },
      { python: "({0}).rfind({1}, {2}, {3})", runtime: searches.str_rfind, cases: ranged },
      { python: "({0}).index({1}, {2}, {3})", runtime: searches.str_index, cases: ranged },
      { python: "({0}).rindex({1})", runtime: searches.str_rindex, cases: combined(texts, parts) },
      { python: "({0}).count({1}, {2}, {3})", runtime: searches.str_count, cases: ranged },
      { python: "({0}).startswith({1}, {2}, {3})", runtime: searches.str_startswith, cases: ranged },
      { python: "({0}).endswith({1}, {2}, {3})", runtime: searches.str_endswith, cases: ranged },
      {
        python: "({0}).startswith({1})",
        runtime: searches.str_startswith,
        cases: combined(texts, ["('a', 'b')", "()", "5", "(5,)", "['a']"]),
      },
      {
        python: "({0}).endswith({1})",
        runtime: searches.str_endswith,
        cases: combined(texts, ["('a', 'b')", "()", "5"]),
      },
      {
        python: "({0}).removeprefix({1})",
        runtime: searches.str_removeprefix,
        cases: combined(texts, parts),
      },
      {
        python: "({0}).removesuffix({1})",
        runtime: searches.str_removesuffix,
        cases: combined(texts, parts),
      },
    ]),
  ).toEqual([]);
});

test("a text is split, stripped and joined as in Python", () => {
  const spaced = ["' a b  c '", "'\\ta\\x1cb\\x85c\\u2003d\\ufeffe '", "'   '", "''", "'one'"];
  const counts = ["-1", "0", "1", "2", "9"];
  expect(
    differencesFromPython([
      { python: "({0}).split()", runtime: splits.str_split, cases: each(...spaced, ...texts) },
      {
        python: "({0}).split(None, {1})",
        runtime: (text, count) => splits.str_split(text, null, count),
        cases: combined(spaced, counts),
      },
      {
        python: "({0}).rsplit(None, {1})",
        runtime: (text, count) => splits.str_rsplit(text, null, count),
        cases: combined(spaced, counts),
      },
      {
        python: "({0}).split({1}, {2})",
        runtime: splits.str_split,
        cases: combined(texts, [...parts, "5"], counts),
      },
      {
        python: "({0}).rsplit({1}, {2})",
        runtime: splits.str_rsplit,
        cases: combined([...texts, "'aaa'", "'aaaaa'"], [...parts, "5"], counts),
      },
      {
        python: "({0}).partition({1})",
        runtime: splits.str_partition,
        cases: combined(texts, [...parts, "5"]),
      },
      { python: "({0}).rpartition({1})", runtime: splits.str_rpartition, cases: combined(texts, parts) },
      {
        python: "({0}).strip({1})",
        runtime: splits.str_strip,
        cases: combined(
          [...spaced, "'xxaxx'", "'😀a😀'", "'abcba'"],
          ["None", "'x'", "'ab'", "'😀'", "''", "5"],
        ),
      },
      {
        python: "({0}).lstrip({1})",
        runtime: splits.str_lstrip,
        cases: combined([...spaced, "'xxaxx'"], ["None", "'x'", "''"]),
      },
      {
        python: "({0}).rstrip({1})",
        runtime: splits.str_rstrip,
        cases: combined([...spaced, "'xxaxx'"], ["None", "'x'", "''"]),
      },
      {
        python: "({0}).splitlines({1})",
        runtime: splits.str_splitlines,
        cases: combined(
          ["'a\\nb'", "'a\\r\\nb\\r'", "''", "'\\n'", "'a\\x0bb\\x1cc\\x85d\\u2028e'", "'\\n\\n'"],
          ["False", "True"],
        ),
      },
      {
        python: "({0}).join({1})",
        runtime: splits.str_join,
        cases: combined(
          ["', '", "''"],
          ["['a', 'b']", "('x',)", "'abc'", "[]", "['a', 5]", "{'k': 1}", "5", "None", "[None]"],
        ),
      },
    ]),
  ).toEqual([]);
});

test("upper and lower case work as in Python", () => {
  const worded = [
    ...texts,
    "'hello world'",
    "\"they're bill's\"",
    "'ÀÉ'",
    "'ǆ'",
    "'123abc 4x'",
    "'Ab aB'",
    "'ΑΣ'",
    "'ÿ'",
    "'aʼb'",
    "'x²'",
    "'½'",
    "'Ⅷ'",
    "'ABC'",
    "'A b'",
    "'_x1'",
    "'1x'",
    "' '",
    "'\\u3000'",
    "'tab\\t'",
    "'١٢'",
  ];
  const plain = worded.filter((text) => !/ǆ|ß|Σ/.test(text));
  const unary: [string, (text: string) => any][] = [
    ["isalpha", cases.str_isalpha],
    ["isalnum", cases.str_isalnum],
    ["isdigit", cases.str_isdigit],
    ["isdecimal", cases.str_isdecimal],
    ["isnumeric", cases.str_isnumeric],
    ["isupper", cases.str_isupper],
    ["islower", cases.str_islower],
    ["istitle", cases.str_istitle],
    ["isspace", cases.str_isspace],
    ["isascii", cases.str_isascii],
    ["isidentifier", cases.str_isidentifier],
    ["isprintable", cases.str_isprintable],
    ["upper", cases.str_upper],
    ["lower", cases.str_lower],
  ];
  const careful: [string, (text: string) => any][] = [
    ["title", cases.str_title],
    ["capitalize", cases.str_capitalize],
    ["swapcase", cases.str_swapcase],
  ];
  expect(
    differencesFromPython([
      ...unary.map(([name, runtime]) => ({ python: `({0}).${name}()`, runtime, cases: each(...worded) })),
      ...careful.map(([name, runtime]) => ({ python: `({0}).${name}()`, runtime, cases: each(...plain) })),
      {
        python: "({0}).casefold()",
        runtime: cases.str_casefold,
        cases: each("'Straße'", "'ABC'", "'ÀÉ'", "'Привет'"),
      },
    ]),
  ).toEqual([]);
});

test("texts are padded, replaced and translated as in Python", () => {
  const widths = ["0", "3", "6", "7", "-1", "True"];
  const fills = ["' '", "'*'", "'😀'", "'ab'", "''", "5"];
  expect(
    differencesFromPython([
      {
        python: "({0}).center({1}, {2})",
        runtime: changes.str_center,
        cases: combined(texts, widths, fills),
      },
      { python: "({0}).ljust({1}, {2})", runtime: changes.str_ljust, cases: combined(texts, widths, fills) },
      { python: "({0}).rjust({1}, {2})", runtime: changes.str_rjust, cases: combined(texts, widths, fills) },
      { python: "({0}).zfill({1})", runtime: changes.str_zfill, cases: combined(texts, [...widths, "'a'"]) },
      {
        python: "({0}).replace({1}, {2}, {3})",
        runtime: changes.str_replace,
        cases: combined(texts, [...parts, "5"], ["'-'", "''", "'😀'"], ["-1", "0", "1", "2", "99"]),
      },
      {
        python: "({0}).expandtabs({1})",
        runtime: changes.str_expandtabs,
        cases: combined(["'a\\tb'", "'\\t\\tx'", "'ab\\n\\tc'", "'é\\t😀\\t|'"], ["8", "4", "1", "0", "-1"]),
      },
      {
        python: "str.maketrans({0})",
        runtime: (table) => changes.str_maketrans(table),
        cases: each("{'a': 'b', 98: None}", "{'ab': 1}", "5", "{1.5: 2}"),
      },
      {
        python: "str.maketrans({0}, {1})",
        runtime: (from, to) => changes.str_maketrans(from, to),
        cases: [
          ["'abc'", "'xyz'"],
          ["'a'", "'xy'"],
          ["'a'", "5"],
          ["'😀'", "'x'"],
        ],
      },
      {
        python: "str.maketrans({0}, {1}, {2})",
        runtime: changes.str_maketrans,
        cases: [
          ["'abc'", "'xyz'", "'d'"],
          ["''", "''", "'ab'"],
        ],
      },
      {
        python: "({0}).translate({1})",
        runtime: changes.str_translate,
        cases: combined(
          ["'abcd'", "'a😀'"],
          [
            "{97: 'xx', 98: None, 99: 120, 128512: '!'}",
            "{97: -1}",
            "{97: 2.5}",
            "5",
            "{}",
            "['x'] * 0",
          ].filter((table) => !table.includes("*")),
        ),
      },
    ]),
  ).toEqual([]);
});
