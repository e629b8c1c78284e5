import { expect, test } from "vitest";
import { known } from "../../support/evaluate.ts";

test.each([
  ["x = [n * n for n in range(4)]", "x[3]", "9"],
  ["x = [n for n in range(9) if n % 2]", "len(x)", "4"],
  ["x = {n % 2 for n in range(9)}", "len(x)", "2"],
  ["x = {n: n + 1 for n in (1, 2)}", "x[2]", "3"],
  ["x = [a + b for a in 'xy' for b in '12']", "len(x)", "4"],
  ["x = [n for n in unheard]", "len(x)", "unknown"],
])("a comprehension is evaluated: %j, then %s is %s", (program, expression, expected) => {
  expect(known(program, expression)).toBe(expected);
});
