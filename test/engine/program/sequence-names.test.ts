import { expect, test } from "vitest";
import { isSequence } from "../../../engine/program/sequence-names.ts";
import { factsOf, lastName } from "./facts-of.ts";

test.for<[string, boolean]>([
  ["def f(x: list[int]): x", true],
  ["def f(x: dict[int, int]): x", false],
  ["x = sorted(y)\nx", true],
  ["x = repr(y)\nx", true],
  ["x = vars(y)\nx", false],
  ["x = {}\nx", false],
  ["def f(x):\n    x[-1]\n    x", true],
  ["def f(x):\n    x[1:]\n    x", true],
  ["def f(x):\n    x[k]\n    x", false],
  ["def f(x):\n    for i in range(len(x)): x[i]\n    x", true],
  ["def f(x):\n    x.append(1)\n    x", true],
])("x in %j is indexed from zero: %s", ([text, isNumbered]) => {
  const facts = factsOf(`${text}\n`);
  expect(isSequence(facts, lastName(facts, "x"))).toBe(isNumbered);
});
