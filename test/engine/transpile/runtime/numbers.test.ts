import { expect, test } from "vitest";
import {
  add,
  invert,
  mul,
  negative,
  positive,
  sub,
} from "../../../../engine/transpile/runtime/arithmetic.ts";
import { bitAnd, bitOr, bitXor, leftShift, rightShift } from "../../../../engine/transpile/runtime/bits.ts";
import { abs, round } from "../../../../engine/transpile/runtime/builtins-numbers.ts";
import { divmod, floorDiv, mod, trueDiv } from "../../../../engine/transpile/runtime/division.ts";
import { equals, notEquals } from "../../../../engine/transpile/runtime/equality.ts";
import { hashOf } from "../../../../engine/transpile/runtime/hash.ts";
import {
  float_as_integer_ratio,
  float_is_integer,
  int_bit_count,
  int_bit_length,
} from "../../../../engine/transpile/runtime/number-methods.ts";
import { bin, chr, float, hex, int, oct, ord } from "../../../../engine/transpile/runtime/numbers-text.ts";
import { greater, greaterEqual, less, lessEqual } from "../../../../engine/transpile/runtime/order.ts";
import { pow, power } from "../../../../engine/transpile/runtime/power.ts";
import { str } from "../../../../engine/transpile/runtime/repr.ts";
import { truthy } from "../../../../engine/transpile/runtime/truth.ts";
import { combined, each, differencesFromPython } from "../../../support/python-answers.ts";

const ints = [
  "0",
  "1",
  "-1",
  "2",
  "3",
  "-3",
  "7",
  "-7",
  "10",
  "255",
  "-256",
  "2**53",
  "2**64",
  "-2**64",
  "10**20",
  "10**30",
  "3**200",
  "10**400",
  "True",
  "False",
];
const floats = [
  "0.0",
  "-0.0",
  "0.5",
  "-0.5",
  "1.5",
  "2.5",
  "-2.5",
  "7.5",
  "-7.5",
  "0.1",
  "0.3",
  "1e16",
  "1e22",
  "1e23",
  "1e-5",
  "123456789.125",
  "5e-324",
  "1.7976931348623157e308",
  "9007199254740992.0",
  "9007199254740993.0",
  "18446744073709551616.0",
  "inf",
  "-inf",
  "nan",
];
const numbers = [...ints, ...floats];
const others = ["'a'", "[1]", "(1,)", "None", "{1: 2}", "{3}"];

test("a float is written as Python writes it", () => {
  const texts = [
    "1e15",
    "1e16",
    "1e17",
    "123456789012345680.0",
    "1e21",
    "1e-4",
    "1e-5",
    "0.0001",
    "0.00001234",
    "1.0",
    "100.0",
    "0.30000000000000004",
    "2.2250738585072014e-308",
    "4.35",
    "1e100",
    "1.5e300",
  ];
  expect(
    differencesFromPython([
      {
        python: "repr({0})",
        runtime: str,
        cases: each(...floats, ...texts, ...texts.map((text) => `-${text}`)),
      },
      { python: "0.1+0.2", runtime: () => add(0.1, 0.2), cases: [[]] },
      { python: "str({0})", runtime: str, cases: each(...ints) },
    ]),
  ).toEqual([]);
});

test("two numbers of any kind are added, multiplied and divided as in Python", () => {
  const pairs = combined(numbers, numbers);
  expect(
    differencesFromPython([
      { python: "({0}) + ({1})", runtime: add, cases: pairs },
      { python: "({0}) - ({1})", runtime: sub, cases: pairs },
      { python: "({0}) * ({1})", runtime: mul, cases: pairs },
      { python: "({0}) / ({1})", runtime: trueDiv, cases: pairs },
      { python: "({0}) // ({1})", runtime: floorDiv, cases: pairs },
      { python: "({0}) % ({1})", runtime: mod, cases: pairs },
      { python: "divmod({0}, {1})", runtime: divmod, cases: pairs },
    ]),
  ).toEqual([]);
});

test("numbers of any kind are compared exactly", () => {
  const pairs = combined(numbers, numbers);
  expect(
    differencesFromPython([
      { python: "({0}) == ({1})", runtime: equals, cases: pairs },
      { python: "({0}) != ({1})", runtime: notEquals, cases: pairs },
      { python: "({0}) < ({1})", runtime: less, cases: pairs },
      { python: "({0}) <= ({1})", runtime: lessEqual, cases: pairs },
      { python: "({0}) > ({1})", runtime: greater, cases: pairs },
      { python: "({0}) >= ({1})", runtime: greaterEqual, cases: pairs },
      { python: "bool({0})", runtime: truthy, cases: each(...numbers, ...others) },
    ]),
  ).toEqual([]);
});

test("bitwise operators work on unlimited two's complement", () => {
  const pairs = combined(ints, ints);
  const shifts = combined(ints, ["0", "1", "5", "64", "-1", "True"]);
  expect(
    differencesFromPython([
      { python: "({0}) & ({1})", runtime: bitAnd, cases: pairs },
      { python: "({0}) | ({1})", runtime: bitOr, cases: pairs },
      { python: "({0}) ^ ({1})", runtime: bitXor, cases: pairs },
      { python: "({0}) << ({1})", runtime: leftShift, cases: shifts },
      { python: "({0}) >> ({1})", runtime: rightShift, cases: shifts },
      { python: "~({0})", runtime: invert, cases: each(...ints, "1.5", "'a'") },
      { python: "({0}).bit_length()", runtime: int_bit_length, cases: each(...ints) },
      { python: "({0}).bit_count()", runtime: int_bit_count, cases: each(...ints) },
    ]),
  ).toEqual([]);
});

test("wrong operand types raise with Python's message", () => {
  const mixed = [
    ...combined(["1", "1.5", "True"], others),
    ...combined(others, ["1", "1.5"]),
    ...combined(others, others),
  ];
  expect(
    differencesFromPython([
      { python: "({0}) + ({1})", runtime: add, cases: mixed },
      { python: "({0}) - ({1})", runtime: sub, cases: mixed },
      { python: "({0}) * ({1})", runtime: mul, cases: mixed },
      { python: "({0}) / ({1})", runtime: trueDiv, cases: mixed },
      { python: "({0}) // ({1})", runtime: floorDiv, cases: mixed },
      { python: "({0}) ** ({1})", runtime: power, cases: mixed },
      { python: "({0}) << ({1})", runtime: leftShift, cases: mixed },
      { python: "({0}) & ({1})", runtime: bitAnd, cases: mixed },
      { python: "({0}) < ({1})", runtime: less, cases: mixed },
      { python: "({0}) >= ({1})", runtime: greaterEqual, cases: mixed },
      { python: "({0}) == ({1})", runtime: equals, cases: mixed },
      { python: "divmod({0}, {1})", runtime: divmod, cases: mixed },
      { python: "-({0})", runtime: negative, cases: each(...others, "True", "5", "0.0") },
      { python: "+({0})", runtime: positive, cases: each(...others, "True", "-5", "-0.0") },
      { python: "abs({0})", runtime: abs, cases: each(...others, ...numbers) },
    ]),
  ).toEqual([]);
});

test("powers are exact", () => {
  const bases = [
    "0",
    "1",
    "-1",
    "2",
    "-2",
    "3",
    "10",
    "0.0",
    "-0.0",
    "0.5",
    "-0.5",
    "1.5",
    "2.0",
    "10.0",
    "0.1",
    "-2.0",
    "1.25",
    "inf",
    "-inf",
    "nan",
    "True",
    "1e200",
    "5e-324",
  ];
  const exponents = [
    "0",
    "1",
    "2",
    "3",
    "10",
    "64",
    "-1",
    "-2",
    "-3",
    "0.0",
    "2.0",
    "-1.0",
    "3.0",
    "inf",
    "-inf",
    "nan",
    "True",
    "100",
  ];
  expect(
    differencesFromPython([
      { python: "({0}) ** ({1})", runtime: power, cases: combined(bases, exponents) },
      {
        python: "({0}) ** ({1})",
        runtime: power,
        cases: combined(
          ["2", "4.0", "2.0", "9", "0.25", "10", "100.0", "8"],
          ["0.5", "-0.5", "1.5", "0.25", "0.3333333333333333"],
        ),
      },
      {
        python: "pow({0}, {1}, {2})",
        runtime: pow,
        cases: combined(
          ["2", "-2", "3", "10**20", "0"],
          ["0", "1", "10", "-1", "2**64"],
          ["1", "7", "1000", "-7", "0", "2"],
        ),
      },
      {
        python: "pow({0}, {1}, {2})",
        runtime: pow,
        cases: [
          ["2.0", "3", "4"],
          ["2", "3", "None"],
          ["'a'", "2", "3"],
        ],
      },
    ]),
  ).toEqual([]);
});

test("halves are rounded to the even neighbour", () => {
  const values = [
    ...floats,
    "2.675",
    "1.005",
    "0.125",
    "0.375",
    "-0.125",
    "1e300",
    "12345.6789",
    "0.05",
    "0.15",
    "0.25",
    "0.35",
    "99.995",
    "1.15",
    "1e-300",
  ];
  const places = ["0", "1", "2", "3", "10", "17", "400", "-1", "-2", "-5", "-400", "None", "True"];
  expect(
    differencesFromPython([
      { python: "round({0})", runtime: round, cases: each(...values, ...ints, "'a'", "None") },
      { python: "round({0}, {1})", runtime: round, cases: combined(values, places) },
      {
        python: "round({0}, {1})",
        runtime: round,
        cases: combined(
          ["5", "15", "25", "-15", "149", "150", "10**20", "-1234567", "True"],
          places.filter((place) => place !== "-400"),
        ),
      },
      {
        python: "round({0}, {1})",
        runtime: round,
        cases: [
          ["1.5", "'a'"],
          ["1.5", "2.5"],
        ],
      },
    ]),
  ).toEqual([]);
});

test("numbers are read from texts as Python reads them", () => {
  const texts = [
    "'12'",
    "' 12 '",
    "'-12'",
    "'+7'",
    "'- 1'",
    "''",
    "'x'",
    "'1_000'",
    "'1__0'",
    "'_1'",
    "'1_'",
    "'0x1f'",
    "'1.5'",
    "'1e5'",
    "'0b101'",
    "'007'",
    "'\\n5\\t'",
    "'\\u20035'",
    "'it\\'s'",
    "'9' * 0",
    "'１２'",
  ].filter((text) => !text.includes("*") && !text.includes("１"));
  const based = [
    "'ff'",
    "'0xff'",
    "'0XFF'",
    "'-0b11'",
    "'11'",
    "'z'",
    "'0o17'",
    "'09'",
    "'0_1'",
    "'0x_1f'",
    "'0b_1'",
    "'00'",
    "'012'",
    "''",
    "' 7 '",
    "'1_0'",
  ];
  const floatTexts = [
    "'1.5'",
    "'1e5'",
    "' -2.5 '",
    "'.5'",
    "'5.'",
    "'.'",
    "''",
    "'1_0.5'",
    "'1__0'",
    "'nan'",
    "'-inf'",
    "'Infinity'",
    "'+1E-3'",
    "'0x1p3'",
    "'1e'",
    "'1.5.2'",
    "'1e400'",
    "'-1e-400'",
    "'12abc'",
    "'9007199254740993'",
    "'0.1e1_0'",
  ];
  expect(
    differencesFromPython([
      { python: "int({0})", runtime: int, cases: each(...texts, ...numbers, ...others) },
      {
        python: "int({0}, {1})",
        runtime: int,
        cases: combined(based, ["0", "2", "3", "8", "10", "16", "36", "1", "37"]),
      },
      {
        python: "int({0}, {1})",
        runtime: int,
        cases: [
          ["5", "10"],
          ["'5'", "'a'"],
        ],
      },
      { python: "float({0})", runtime: float, cases: each(...floatTexts, ...numbers, ...others) },
      { python: "bin({0})", runtime: bin, cases: each(...ints, "1.5", "'a'") },
      { python: "oct({0})", runtime: oct, cases: each(...ints) },
      { python: "hex({0})", runtime: hex, cases: each(...ints, "None") },
      { python: "ord({0})", runtime: ord, cases: each("'a'", "'é'", "'😀'", "'ab'", "''", "5") },
      {
        python: "chr({0})",
        runtime: chr,
        cases: each("97", "233", "128512", "-1", "1114112", "True", "'a'", "1.5"),
      },
      { python: "({0}).as_integer_ratio()", runtime: float_as_integer_ratio, cases: each(...floats) },
      { python: "({0}).is_integer()", runtime: float_is_integer, cases: each(...floats) },
      {
        python: "hash({0})",
        runtime: hashOf,
        cases: each(
          ...numbers.filter((number) => number !== "nan"),
          "(1, 2)",
          "()",
          "(1, (2, 3.5))",
          "(-1, True)",
          "[]",
        ),
      },
    ]),
  ).toEqual([]);
});
