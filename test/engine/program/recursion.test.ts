import { expect, test } from "vitest";
import { neverEnds } from "../../../engine/program/recursion.ts";
import { selfCalls } from "../../../engine/program/self-calls.ts";
import { factsOf, nodeOf } from "./facts-of.ts";

test("the calls that a function makes to itself are found", () => {
  const facts = factsOf("def f(n):\n    f(n - 1)\n    g(n)\n    f(1, 2)\n    lambda: f(n)\n");
  expect(selfCalls(facts, nodeOf(facts, "FunctionDef")).map(({ node }) => node.start)).toEqual([14]);
});

test.for<[string, boolean]>([
  ["if n == 0: return 1\n    return n * f(n)", true],
  ["if n == 0: return 1\n    return n * f(n + 1)", true],
  ["if n <= 0: return 1\n    return n * f(n - 1)", false],
  ["if g(n): return 1\n    return f(n - 1)", false],
])("a function with %j never ends: %s", ([body, isEndless]) => {
  const facts = factsOf(`def f(n):\n    ${body}\n`);
  const definition = nodeOf(facts, "FunctionDef");
  expect(neverEnds(facts, definition, selfCalls(facts, definition))).toBe(isEndless);
});
