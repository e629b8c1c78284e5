import { expect, test } from "vitest";
import { known } from "../../support/evaluate.ts";

test.each([
  ["s = 0\nfor n in [1, 2, 3]:\n    s += n", "s", "6"],
  ["n = 1\nwhile n < 50:\n    n *= 2", "n", "64"],
  ["for n in range(9):\n    if n == 4:\n        break\nelse:\n    n = 99", "n", "4"],
  ["for n in range(2):\n    pass\nelse:\n    n = 99", "n", "99"],
  ["s = 0\nfor n in range(10**9):\n    s += 1", "s", "unknown"],
])("rounds that are known are counted: %j, then %s is %s", (program, expression, expected) => {
  expect(known(program, expression)).toBe(expected);
});
