import { expect, test } from "vitest";
import { known } from "../../support/evaluate.ts";

test.each([
  ["", "len('abc')", "3"],
  ["", "abs(-4)", "4"],
  ["", "ord('a')", "97"],
  ["", "int('12')", "12"],
  ["", "int('0x_1f', 16)", "31"],
  ["", "int(' 1_0 ')", "10"],
  ["", "int(float('2.5'))", "2"],
  ["", "len(str(2.0))", "3"],
  ["", "len(str(True))", "4"],
  ["", "max(3, 9, 2)", "9"],
  ["", "min([4, 2])", "2"],
  ["", "sum(range(4))", "6"],
  ["", "len(range(0, 10, 3))", "4"],
  ["", "sorted([3, 1, 2])[0]", "1"],
  ["", "len(set([1, 1.0, True, 2]))", "2"],
  ["", "list(zip('ab', [5, 6]))[1][1]", "6"],
  ["", "bool('')", "0"],
  ["x = iter([7, 8])\nnext(x)", "next(x)", "8"],
  ["", "open('a').read()", "str"],
  ["", "open('a', 'r', encoding='utf-8').readlines()", "list"],
  ["", "open('a', mode='rb').read()", "unknown"],
  ["mode = unheard()", "open('a', mode).read()", "unknown"],
  ["", "open('a', **unheard()).read()", "unknown"],
])("a builtin returns what it returns in Python: %j, then %s is %s", (program, expression, expected) => {
  expect(known(program, expression)).toBe(expected);
});
