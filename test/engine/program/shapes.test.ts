import { expect, test } from "vitest";
import { factsOf } from "./facts-of.ts";

test.for<[string, { isGenerator: boolean; returnsNothing: boolean; returns: number }]>([
  ["return 1", { isGenerator: false, returnsNothing: false, returns: 1 }],
  ["print(1)", { isGenerator: false, returnsNothing: true, returns: 0 }],
  ["print(1)\n    return None", { isGenerator: false, returnsNothing: true, returns: 1 }],
  ["yield 1", { isGenerator: true, returnsNothing: false, returns: 0 }],
  ["def g():\n        yield 1\n        return 2", { isGenerator: false, returnsNothing: true, returns: 0 }],
  ["def g(x=(yield)):\n        pass", { isGenerator: true, returnsNothing: false, returns: 0 }],
  ["class C:\n        x = (lambda: (yield))", { isGenerator: false, returnsNothing: true, returns: 0 }],
  ["pass", { isGenerator: false, returnsNothing: false, returns: 0 }],
  [
    "'''Says why.'''\n    raise NotImplementedError",
    { isGenerator: false, returnsNothing: false, returns: 0 },
  ],
])("the shape of a function with %j is known", ([body, expected]) => {
  const facts = factsOf(`def f():\n    ${body}\n`);
  const { isGenerator, returnsNothing, returns } = facts.shapes.of(facts.functions[0]!);
  expect({ isGenerator, returnsNothing, returns: returns.length }).toEqual(expected);
});
