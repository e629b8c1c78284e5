import { expect, test } from "vitest";
import { known } from "../../support/evaluate.ts";

test.each([
  ["def f(a, b=2):\n    return a + b", "f(1)", "3"],
  ["def f(a, b=2):\n    return a + b", "f(1, b=5)", "6"],
  ["f = lambda x: x * 2", "f(4)", "unknown"],
  ["def f(n):\n    return 1 if n == 0 else n * f(n - 1)", "f(4)", "24"],
  ["def f():\n    pass", "f()", "None"],
  ["", "unheard(1)", "unknown"],
])("a call evaluates to what the function returns: %j, then %s is %s", (program, expression, expected) => {
  expect(known(program, expression)).toBe(expected);
});
