import { expect, test } from "vitest";
import { noneUsed, shown, typeName } from "../../../engine/evaluate/describe.ts";
import { readTree } from "../../../engine/tree/tree.ts";

function expression(text: string) {
  const [statement] = readTree(text)!.module.body;
  if (statement?.kind !== "Expr") throw new Error("no expression");
  return statement.value;
}

test.each([
  ["a.b.c", "`a.b.c`"],
  ["a.b(1).c", "`a.b(…).c`"],
  ["'secret'", "this value"],
  ["x[0].y", "this value"],
])("%s is described as %s", (text, words) => {
  expect(shown(expression(text))).toBe(words);
});

test("None is described by its own name, any other value by its type", () => {
  expect([typeName("NoneType"), typeName("int")]).toEqual(["None", "`int`"]);
});

test("a used None is described by the expression that gave it", () => {
  expect(noneUsed(expression("a.b"))).toEqual({ kind: "none used", name: "a.b" });
});
