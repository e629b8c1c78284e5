import { expect, test } from "vitest";
import { Dict } from "../../../../engine/transpile/runtime/dict.ts";
import { mod } from "../../../../engine/transpile/runtime/division.ts";
import { format } from "../../../../engine/transpile/runtime/format.ts";
import { str_format } from "../../../../engine/transpile/runtime/text-format.ts";
import { combined, each, differencesFromPython } from "../../../support/python-answers.ts";

const ints = ["0", "5", "-5", "42", "-1234567", "10**12", "65", "True"];
const floats = [
  "0.0",
  "-0.0",
  "1.5",
  "-2.5",
  "0.125",
  "0.375",
  "123456.789",
  "1e-7",
  "1e22",
  "-1e300",
  "0.1",
  "99.995",
  "inf",
  "-inf",
  "nan",
  "1234567.0",
  "9.999",
  "0.00001234",
  "5e-324",
  "100.0",
];
const texts = ["''", "'abc'", "'a😀b'"];

test("ints are formatted by every part of the mini-language", () => {
  const layouts = [
    "",
    ">8",
    "<8",
    "^8",
    "=8",
    "*^9",
    "08",
    "+",
    " ",
    "-",
    "+08",
    "x>10",
    "#",
    "😀>6",
    "0>6",
    "<08",
  ];
  const types = [
    "",
    "d",
    "b",
    "o",
    "x",
    "X",
    "c",
    "n",
    "e",
    ".2f",
    "%",
    "g",
    ",",
    "_",
    ",d",
    "_x",
    "_b",
    ",x",
    "#x",
    "#b",
    "#o",
    "08,",
    "012_",
    ".2d",
    "s",
    "y",
  ];
  const specs = combined(layouts, types).map(([layout = "", type = ""]) => `'${layout}${type}'`);
  expect(
    differencesFromPython([{ python: "format({0}, {1})", runtime: format, cases: combined(ints, specs) }]),
  ).toEqual([]);
});

test("floats are formatted by every part of the mini-language", () => {
  const layouts = ["", ">12", "<12", "^12", "=12", "012", "+", " ", "*>+12", "#", "z", "+012,", "_"];
  const types = [
    "",
    "f",
    ".0f",
    ".1f",
    ".2f",
    ".10f",
    "e",
    ".0e",
    ".3e",
    "E",
    "g",
    ".0g",
    ".3g",
    ".10g",
    "G",
    "%",
    ".1%",
    "n",
    ".3",
    ".1",
    ".0",
    ".17g",
    "F",
    "d",
    "s",
    "x",
  ];
  const specs = combined(layouts, types).map(([layout = "", type = ""]) => `'${layout}${type}'`);
  expect(
    differencesFromPython([
      { python: "format({0}, {1})", runtime: format, cases: combined(floats, specs) },
      {
        python: "format({0}, {1})",
        runtime: format,
        cases: combined(
          ["1234567.891", "-0.5", "1e15"],
          ["','", "',.2f'", "'_.1f'", "'015,.2f'", "'<15,.1f'", "',e'", "',%'", "',g'", "',n'"],
        ),
      },
    ]),
  ).toEqual([]);
});

test("strings and other values are formatted or raise with Python's message", () => {
  const specs = [
    "''",
    "'5'",
    "'>5'",
    "'^5'",
    "'*<6'",
    "'.2'",
    "'6.1'",
    "'05'",
    "'s'",
    "'10s'",
    "'d'",
    "'='",
    "'=5'",
    "','",
    "'+'",
    "'#'",
    "' '",
    "'_'",
    "'z'",
    "'5.'",
    "'>'",
    "'x>'",
    "'abc'",
    "'{'",
  ];
  expect(
    differencesFromPython([
      { python: "format({0}, {1})", runtime: format, cases: combined(texts, specs) },
      {
        python: "format({0}, {1})",
        runtime: format,
        cases: combined(["None", "[1]", "(1, 2)", "{'a': 1}", "{1}"], ["''", "'5'"]),
      },
    ]),
  ).toEqual([]);
});

test("the percent operator formats as in Python", () => {
  const plain = [
    "'%s'",
    "'%r'",
    "'%a'",
    "'%d'",
    "'%i'",
    "'%5d'",
    "'%-5d|'",
    "'%05d'",
    "'%+d'",
    "'% d'",
    "'%x'",
    "'%X'",
    "'%#x'",
    "'%o'",
    "'%#o'",
    "'%e'",
    "'%f'",
    "'%.2f'",
    "'%8.3f'",
    "'%-8.1f|'",
    "'%g'",
    "'%G'",
    "'%.3g'",
    "'%c'",
    "'%5s'",
    "'%-5s|'",
    "'%.2s'",
    "'%.5d'",
    "'%08.2f'",
    "'%+.1e'",
    "'100%%'",
    "'%%'",
    "'%z'",
    "'%'",
    "'%5%'",
    "'%ld'",
    "'x'",
  ].filter((spec) => spec !== "'%5%'");
  const values = [
    "5",
    "-5",
    "0",
    "3.7",
    "-0.5",
    "'ab'",
    "'é'",
    "None",
    "(1,)",
    "(1, 2)",
    "()",
    "[1]",
    "True",
    "{'a': 1}",
    "1e22",
    "inf",
    "nan",
    "10**20",
  ];
  expect(
    differencesFromPython([
      { python: "{0} % ({1})", runtime: mod, cases: combined(plain, values) },
      {
        python: "{0} % ({1})",
        runtime: mod,
        cases: combined(
          ["'%(a)s %(b)05.1f'", "'%(a)d'", "'%(zz)s'"],
          ["{'a': 1, 'b': 2.25}", "{'a': 'x', 'b': 0}", "5"],
        ),
      },
      {
        python: "{0} % ({1})",
        runtime: mod,
        cases: [
          ["'%*d'", "(5, 42)"],
          ["'%-*d|'", "(5, 42)"],
          ["'%.*f'", "(2, 3.14159)"],
          ["'%*d'", "(-6, 42)"],
          ["'%s and %s'", "('a', 'b')"],
          ["'%s and %s'", "('a',)"],
          ["'%d%%'", "50"],
          ["'%*d'", "('a', 1)"],
        ],
      },
    ]),
  ).toEqual([]);
});

test("format strings name their fields as in Python", () => {
  const named = Dict.of([
    ["name", "Ann"],
    ["n", 3n],
    ["items", [1n, 2n]],
    ["d", Dict.of([["k", "v"]])],
  ]);
  const names = "name='Ann', n=3, items=[1, 2], d={'k': 'v'}";
  const templates = [
    "'{}'",
    "'{} {}'",
    "'{0} {1} {0}'",
    "'{name}'",
    "'{name!r:>8}'",
    "'{n:05d}'",
    "'{items[0]}'",
    "'{d[k]}'",
    "'{0:{1}}'",
    "'{:>{}}'",
    "'{{}}'",
    "'{{{}}}'",
    "'{'",
    "'}'",
    "'{0} {}'",
    "'{} {0}'",
    "'{2}'",
    "'{zz}'",
    "'{0!s}'",
    "'{0!a}'",
    "'{0!x}'",
    "'{items}'",
    "'{items[5]}'",
    "'{d[q]}'",
    "'a{}b'",
    "'{:}'",
    "'{!r}'",
    "'{0[0]}'",
    "'{name:*^9}'",
    "'{n:{n}.{n}f}'",
    "'{0'",
  ];
  expect(
    differencesFromPython([
      {
        python: `({0}).format('é1', 5, ${names})`,
        runtime: (template) => str_format(template, ["é1", 5n], named),
        cases: each(...templates),
      },
    ]),
  ).toEqual([]);
});
