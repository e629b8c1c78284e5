import { expect, test } from "vitest";
import { known } from "../../support/evaluate.ts";

test.each([
  ["x = 1\nx += 2", "x", "3"],
  ["x = 1\nif x:\n    y = 2\nelse:\n    y = 3", "y", "2"],
  ["if unheard:\n    y = 2\nelse:\n    y = 3", "y", "unknown"],
  ["if unheard:\n    y = 2\nelse:\n    y = 2", "y", "2"],
  ["x: int = 4", "x", "4"],
  ["x = {1: 2}\ndel x[1]", "len(x)", "0"],
  ["x = {1: 2}\ndel x[unheard]", "len(x)", "unknown"],
])("a statement has the same effect as in Python: %j, then %s is %s", (program, expression, expected) => {
  expect(known(program, expression)).toBe(expected);
});
