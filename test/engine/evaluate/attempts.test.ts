import { expect, test } from "vitest";
import { known } from "../../support/evaluate.ts";

test.each([
  ["try:\n    x = 1\nfinally:\n    x = 2", "x", "2"],
  ["with unheard() as y:\n    x = 5", "x", "5"],
  ["with open('a') as y:\n    x = y.readlines()", "x", "list"],
  ["with open('a', 'rb') as y:\n    x = y.readlines()", "x", "unknown"],
])("try and with behave as in Python: %j, then %s is %s", (program, expression, expected) => {
  expect(known(program, expression)).toBe(expected);
});
