import { expect, test } from "vitest";
import { conditionsOn } from "../../../engine/program/paths.ts";
import { factsOf, nodeOf } from "./facts-of.ts";

const conditions = (body: string): string[] | undefined => {
  const facts = factsOf(`def f(a, b):\n ${body}\n`);
  const found = conditionsOn(facts, nodeOf(facts, "FunctionDef"), nodeOf(facts, "Call", "here()"));
  return found?.map(
    ({ test, holds }) => `${holds ? "" : "not "}${facts.tree.text.slice(test.start, test.end)}`,
  );
};

test.for<[string, string[] | undefined]>([
  ["here()", []],
  ["if a: here()", ["a"]],
  ["if a: pass\n else: here()", ["not a"]],
  ["if a: return 1\n here()", ["not a"]],
  ["if a:\n  try: return 1\n  except E: return 2\n here()", ["not a"]],
  ["if a:\n  if b: return 1\n here()", undefined],
  ["for i in a: here()", undefined],
  ["try: here()\n except E: pass", undefined],
  ["x = here() if a else b", ["a"]],
  ["x = a and here()", undefined],
])("the conditions on `here()` in %j are found", ([body, expected]) => {
  expect(conditions(body)).toEqual(expected);
});
