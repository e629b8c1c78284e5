import { expect, test } from "vitest";
import { known } from "../../support/evaluate.ts";

test.each([
  ["", "1 if 2 > 1 else 5", "1"],
  ["", "0 or 7", "7"],
  ["", "3 and 4", "4"],
  ["", "not []", "1"],
  ["", "-(-3)", "3"],
  ["", "~True", "-2"],
  ["", "1 < 2 < 3", "1"],
  ["", "2 in [1, 2.0]", "1"],
  ["", "'b' in 'abc'", "1"],
  ["", "(x := 6) + x", "12"],
  ["", "{'a': 5}['a']", "5"],
  ["", "[*range(3), 8][-1]", "8"],
  ["", "f'{1}'", "str"],
  ["", "__name__ == '__main__'", "1"],
])("an expression has its value in Python: %j, then %s is %s", (program, expression, expected) => {
  expect(known(program, expression)).toBe(expected);
});
