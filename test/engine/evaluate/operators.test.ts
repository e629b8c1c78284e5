import { expect, test } from "vitest";
import { failures, known } from "../../support/evaluate.ts";

test.each([
  ["", "-7 // 2", "-4"],
  ["", "-7 % 3", "2"],
  ["", "2 ** 10", "1024"],
  ["", "1 << 4", "16"],
  ["", "6 & 3", "2"],
  ["", "True & False", "0"],
  ["", "int(7.5 // 2)", "3"],
  ["", "int(-7.5 % 2 * 2)", "1"],
  ["", "7 / 2", "float"],
  ["", "len('ab' * 3)", "6"],
  ["", "len([1] + [2])", "2"],
  ["", "len(3 * (1, 2))", "6"],
  ["", "1 == 1.0", "1"],
  ["", "[1, 'a'] == [True, 'a']", "1"],
  ["", "'a' < 'b'", "1"],
  ["", "None is None", "1"],
  ["", "'a' is None", "0"],
  ["", "0.1 + 0.2 == 0.3", "0"],
  ["", "{1e22: 5}[10 ** 22]", "5"],
])("an operator gives the same result as in Python: %j, then %s is %s", (program, expression, expected) => {
  expect(known(program, expression)).toBe(expected);
});

test.each([
  ["def f(a, b):\n    differing = a != b\n    return differing.any()\n", []],
  ["def f(column):\n    return (column == None).sum()\n", []],
  ["def f(a, b):\n    return ((a == 1) & (b != 2)).all()\n", []],
  ["def f(a):\n    chosen = 3 == a\n    return chosen[0], -chosen, len(chosen)\n", []],
  ["def f(a: int):\n    return (a == 3).any()\n", ["AttributeError in line 2"]],
  ["def f(a):\n    return (len(a) == 3).any()\n", ["AttributeError in line 2"]],
])("only comparisons of built-in types are known to return a bool: %j", (program, expected) => {
  expect(failures(program)).toEqual(expected);
});
