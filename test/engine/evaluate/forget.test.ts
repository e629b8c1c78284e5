import { expect, test } from "vitest";
import { known } from "../../support/evaluate.ts";

test.each([
  ["x = 1\nfor n in unheard:\n    x = 2", "x", "unknown"],
  ["x = 1\ny = 5\nfor n in unheard:\n    x = 'a'", "y", "5"],
  ["x = [1]\nfor n in unheard:\n    x.append(n)", "len(x)", "unknown"],
  ["x = [1]\nfor n in unheard:\n    len(x)", "len(x)", "1"],
])(
  "a value that a loop of unknown length may change becomes unknown: %j, then %s is %s",
  (program, expression, expected) => {
    expect(known(program, expression)).toBe(expected);
  },
);
