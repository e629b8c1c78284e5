import { expect, test } from "vitest";
import * as math from "../../../../engine/transpile/runtime/math.ts";
import * as integers from "../../../../engine/transpile/runtime/math-integers.ts";
import { TranslationLimit } from "../../../../engine/transpile/runtime/errors.ts";
import { math_pow, power } from "../../../../engine/transpile/runtime/power.ts";
import * as constants from "../../../../engine/transpile/runtime/string-constants.ts";
import { combined, each, differencesFromPython } from "../../../support/python-answers.ts";

const values = [
  "0",
  "1",
  "-1",
  "2",
  "16",
  "10**20",
  "10**400",
  "True",
  "0.0",
  "-0.0",
  "0.5",
  "-0.5",
  "1.5",
  "2.5",
  "-2.5",
  "1e16",
  "1e300",
  "5e-324",
  "inf",
  "-inf",
  "nan",
  "'a'",
  "None",
];

test("functions of one number are exact", () => {
  const unary: [string, (x: any) => any][] = [
    ["sqrt", math.math_sqrt],
    ["floor", math.math_floor],
    ["ceil", math.math_ceil],
    ["trunc", math.math_trunc],
    ["fabs", math.math_fabs],
    ["isnan", math.math_isnan],
    ["isinf", math.math_isinf],
    ["isfinite", math.math_isfinite],
    ["degrees", math.math_degrees],
    ["radians", math.math_radians],
    ["modf", math.math_modf],
    ["frexp", math.math_frexp],
    ["isqrt", integers.math_isqrt],
    ["factorial", integers.math_factorial],
  ];
  expect(
    differencesFromPython(
      unary.map(([name, runtime]) => ({
        python: `math.${name}({0})`,
        runtime,
        cases: each(...values.filter((value) => name !== "factorial" || !value.startsWith("10**"))),
      })),
    ),
  ).toEqual([]);
});

test("functions of two numbers are exact", () => {
  const pairs = combined(values, values);
  const small = combined(
    ["0", "1", "5", "10", "52", "-1", "1.5", "True", "'a'"],
    ["0", "1", "3", "5", "11", "-1", "None"],
  );
  expect(
    differencesFromPython([
      { python: "math.copysign({0}, {1})", runtime: math.math_copysign, cases: pairs },
      { python: "math.fmod({0}, {1})", runtime: math.math_fmod, cases: pairs },
      { python: "math.remainder({0}, {1})", runtime: math.math_remainder, cases: pairs },
      { python: "math.isclose({0}, {1})", runtime: (a, b) => math.math_isclose(a, b), cases: pairs },
      {
        python: "math.isclose({0}, {1}, rel_tol=0.1, abs_tol=0.5)",
        runtime: (a, b) => math.math_isclose(a, b, 0.1, 0.5),
        cases: pairs,
      },
      {
        python: "math.ldexp({0}, {1})",
        runtime: math.math_ldexp,
        cases: combined(values, ["0", "1", "-1", "100", "-1074", "5000", "-5000", "1.5"]),
      },
      { python: "math.hypot({0}, {1})", runtime: (a, b) => math.math_hypot([a, b]), cases: pairs },
      {
        python: "math.pow({0}, {1})",
        runtime: math_pow,
        cases: combined(
          values.filter((value) => value !== "1e300"),
          ["0", "1", "2", "-1", "0.5", "3.0", "inf", "-inf", "nan", "'a'"],
        ),
      },
      {
        python: "math.gcd({0}, {1})",
        runtime: (a, b) => integers.math_gcd([a, b]),
        cases: combined(["0", "12", "-18", "10**20", "True", "1.5"], ["0", "8", "-27", "2**40", "'a'"]),
      },
      {
        python: "math.lcm({0}, {1})",
        runtime: (a, b) => integers.math_lcm([a, b]),
        cases: combined(["0", "12", "-18", "10**20"], ["0", "8", "-27", "2**40"]),
      },
      { python: "math.comb({0}, {1})", runtime: integers.math_comb, cases: small },
      { python: "math.perm({0}, {1})", runtime: integers.math_perm, cases: small },
    ]),
  ).toEqual([]);
});

test("sums, products and distances are rounded once", () => {
  const rows = [
    "[]",
    "[1, 2, 3]",
    "[0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]",
    "[1e16, 1.0, -1e16]",
    "[1e308, 1e308, -1e308]",
    "[1e308, 1e308]",
    "[inf, 1]",
    "[inf, -inf]",
    "[nan, 1]",
    "['a']",
  ];
  expect(
    differencesFromPython([
      {
        python: "math.fsum({0})",
        runtime: math.math_fsum,
        cases: each(...rows.filter((row) => row !== "[1e308, 1e308, -1e308]")),
      },
      {
        python: "math.prod({0})",
        runtime: (x) => math.math_prod(x),
        cases: each("[]", "[2, 3]", "[1.5, 2]", "['a', 2]", "5"),
      },
      {
        python: "math.hypot(*{0})",
        runtime: (x) => math.math_hypot(x),
        cases: each(
          "[]",
          "[3]",
          "[3, 4]",
          "[1, 2, 3]",
          "[0.1, 0.2, 0.3]",
          "[1e200, 1e200]",
          "[1e-320, 1e-320]",
        ),
      },
      {
        python: "math.dist({0}, {1})",
        runtime: math.math_dist,
        cases: [
          ["[0, 0]", "(3, 4)"],
          ["(1.5, 2.5, 3.5)", "(0.1, 0.2, 0.3)"],
          ["[1]", "[1, 2]"],
        ],
      },
    ]),
  ).toEqual([]);
});

test("hypot returns Python's result to the last digit", () => {
  const rows = Array.from({ length: 3000 }, (_, at) => {
    const x = Math.sin(at + 1) * 10 ** ((at % 40) - 20);
    const y = Math.cos(at * 7 + 3) * 10 ** ((at % 37) - 18);
    return [x, y].map((value) => (Number.isInteger(value) ? `${value}.0` : String(value)));
  });
  expect(
    differencesFromPython([
      { python: "math.hypot({0}, {1})", runtime: (a, b) => math.math_hypot([a, b]), cases: rows },
    ]),
  ).toEqual([]);
});

test("a power of floats has Python's result or none", () => {
  const rows = Array.from({ length: 3000 }, (_, at) => {
    const base = Math.abs(Math.sin(at + 1)) * [1, 10, 2, 100][at % 4]!;
    const exponent = [2, 3, 0.5, -1, 1.5, 10, 0.1, -2.5][at % 8]!;
    return [base, exponent].map((value) => (Number.isInteger(value) ? `${value}.0` : String(value)));
  });
  const settled = rows.filter(([base, exponent]) => isSettled(Number(base), Number(exponent)));
  expect(settled.length).toBeGreaterThan(rows.length * 0.96);
  expect(differencesFromPython([{ python: "({0}) ** ({1})", runtime: power, cases: settled }])).toEqual([]);
});

test("the constants equal Python's", () => {
  expect(
    differencesFromPython([
      { python: "string.printable", runtime: () => constants.string_printable, cases: [[]] },
      { python: "string.punctuation", runtime: () => constants.string_punctuation, cases: [[]] },
      { python: "string.whitespace", runtime: () => constants.string_whitespace, cases: [[]] },
      {
        python: "string.ascii_letters + string.digits",
        runtime: () => constants.string_ascii_letters + constants.string_digits,
        cases: [[]],
      },
      {
        python: "[math.pi, math.e, math.tau, math.inf, math.nan]",
        runtime: () => [math.math_pi, math.math_e, math.math_tau, math.math_inf, math.math_nan],
        cases: [[]],
      },
      {
        python: "string.hexdigits + string.octdigits + string.ascii_lowercase + string.ascii_uppercase",
        runtime: () =>
          constants.string_hexdigits +
          constants.string_octdigits +
          constants.string_ascii_lowercase +
          constants.string_ascii_uppercase,
        cases: [[]],
      },
    ]),
  ).toEqual([]);
});

function isSettled(base: number, exponent: number): boolean {
  try {
    power(base, exponent);
    return true;
  } catch (error) {
    if (error instanceof TranslationLimit) return false;
    throw error;
  }
}
