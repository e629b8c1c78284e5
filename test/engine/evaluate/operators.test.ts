import { expect, test } from "vitest";
import { known } from "../../support/evaluate.ts";

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
])(
  "an operator makes of two values what Python makes of them: %j, then %s is %s",
  (program, expression, expected) => {
    expect(known(program, expression)).toBe(expected);
  },
);
