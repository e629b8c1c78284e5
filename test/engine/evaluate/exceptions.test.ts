import { expect, test } from "vitest";
import { failures } from "../../support/evaluate.ts";

test.each<[program: string, raised: string[]]>([
  ["try:\n    [][0]\nexcept LookupError:\n    pass\n1 / 0\n", ["ZeroDivisionError in line 5"]],
  ["try:\n    [][0]\nexcept (KeyError, IndexError):\n    pass\n", []],
  ["try:\n    [][0]\nexcept:\n    pass\n", []],
  [
    "def f():\n    try:\n        return [][0]\n    except ArithmeticError:\n        return 1\nf()\n",
    ["IndexError in line 3"],
  ],
])("a handler catches the exceptions it names and their subclasses: %j", (program, raised) => {
  expect(failures(program)).toEqual(raised);
});
