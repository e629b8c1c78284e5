import { expect, test } from "vitest";
import { known } from "../../support/evaluate.ts";

test.each([
  ["", "[1, 2, 3][-1]", "3"],
  ["", "ord('abc'[1])", "98"],
  ["", "[1, 2, 3, 4][::-2][1]", "2"],
  ["", "len('abcdef'[1:-1])", "4"],
  ["", "len([1, 2][5:])", "0"],
  ["", "range(5, 0, -2)[1]", "unknown"],
  ["", "list(range(5, 0, -2))[1]", "3"],
  ["x = [1, 2]\nx[-1] = 6", "x[1]", "6"],
  ["a, b = {1: 2, 3: 4}", "b", "3"],
])("items and slices are the same as in Python: %j, then %s is %s", (program, expression, expected) => {
  expect(known(program, expression)).toBe(expected);
});
