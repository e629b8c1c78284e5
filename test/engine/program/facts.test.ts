import { expect, test } from "vitest";
import { factsOf, nodeOf } from "./facts-of.ts";

test("nodes are listed by kind, in text order", () => {
  const facts = factsOf("def f(): pass\nasync def g(): pass\nclass C: pass\n");
  expect(facts.functions.map(({ name }) => name)).toEqual(["f", "g"]);
  expect(facts.all("ClassDef", "FunctionDef").map(({ name }) => name)).toEqual(["f", "C"]);
});

test("the parts of a node are its descendants at every depth", () => {
  const facts = factsOf("x = a + (b + c)\ny = d\n");
  const parts = facts.parts(nodeOf(facts, "Assign")).filter(({ kind }) => kind === "Name");
  expect(parts.map(({ start, end }) => facts.tree.text.slice(start, end))).toEqual(["x", "a", "b", "c"]);
});

test.for<[string, boolean]>([
  ["from m import *", true],
  ["exec(x)", true],
  ["globals()['x'] = 1", true],
  ["from m import x", false],
])("%j changes names dynamically: %s", ([text, isDynamic]) => {
  expect(factsOf(`${text}\n`).isDynamic).toBe(isDynamic);
});
