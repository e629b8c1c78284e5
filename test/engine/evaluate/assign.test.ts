import { expect, test } from "vitest";
import { known } from "../../support/evaluate.ts";

test.each([
  ["x = 3", "x", "3"],
  ["x = y = 4", "y", "4"],
  ["a, (b, *c) = 1, (2, 3, 4)", "b", "2"],
  ["a, *c = 1, 2, 3", "len(c)", "2"],
  ["x = [1, 2]\nx[1] = 7", "x[1]", "7"],
  ["x = [1, 2]\nx[:] = f()", "len(x)", "unknown"],
  ["x = {}\nx['a'] = 5", "x['a']", "5"],
  ["x = 1\ndef f():\n    global x\n    x = 2", "x", "1"],
  ["x = 1\ndef f():\n    global x\n    x = 2\nf()", "x", "2"],
  ["x = 1\ndef f():\n    global x\n    x = 2\nunheard()", "x", "unknown"],
])("an assigned value is known afterwards: %j, then %s is %s", (program, expression, expected) => {
  expect(known(program, expression)).toBe(expected);
});
