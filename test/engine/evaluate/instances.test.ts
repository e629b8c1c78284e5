import { expect, test } from "vitest";
import { known } from "../../support/evaluate.ts";

test.each([
  ["class A:\n    def __init__(self, n):\n        self.n = n\na = A(4)", "a.n", "4"],
  [
    "class A:\n    def __init__(self):\n        self.n = 1\n    def more(self):\n        return self.n + 1\na = A()",
    "a.more()",
    "2",
  ],
  ["class A:\n    def get(self):\n        return 3\nclass B(A):\n    pass", "B().get()", "3"],
  ["class A:\n    def __init__(self):\n        self.n = 1\na = A()\na.n = 8", "a.n", "8"],
])("an object keeps the attributes it was given: %j, then %s is %s", (program, expression, expected) => {
  expect(known(program, expression)).toBe(expected);
});
