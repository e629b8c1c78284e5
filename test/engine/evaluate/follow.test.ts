import { expect, test } from "vitest";
import { failures } from "../../support/evaluate.ts";

test.each<[program: string, raised: string[]]>([
  ["x = [1]\nx[1]\n", ["IndexError in line 2"]],
  [
    "def f():\n    return None + 1\ndef g():\n    return {}['a']\n",
    ["TypeError in line 2", "KeyError in line 4"],
  ],
  ["def f(x: int):\n    return x + 'a'\n", ["TypeError in line 2"]],
  ["def f(x: int = None):\n    return x + 'a'\n", []],
  ["def f(x):\n    return x + 'a'\n", []],
])("the module and every function are evaluated: %j", (program, raised) => {
  expect(failures(program)).toEqual(raised);
});
