import { expect, test } from "vitest";
import {
  innerLengthOf,
  lengthOf,
  linearOf,
  mayChangeLength,
  onlyValue,
} from "../../../engine/program/lengths.ts";
import { sum, symbol, whole } from "../../../engine/program/linear.ts";
import { factsOf, lastName, nodeOf } from "./facts-of.ts";

test("a name with one value stands for it, and one with two values for nothing", () => {
  const facts = factsOf("a = 1\nb = 2\nb = 3\na, b\n");
  expect(onlyValue(facts, lastName(facts, "a"))).toBe(nodeOf(facts, "Constant", "1"));
  expect(onlyValue(facts, lastName(facts, "b"))).toBeUndefined();
});

test.for<[string, ReturnType<typeof linearOf>]>([
  ["n = len(x) - 1\nn + 2", sum(symbol("len x"), whole(1))],
  ["2 * k - k", symbol("k")],
  ["k * k", undefined],
  ["k / 2", undefined],
])("%j is read as a sum", ([text, expected]) => {
  const facts = factsOf(`${text}\n`);
  const last = facts.all("Expr").at(-1)!;
  expect(linearOf(facts, last.value)).toEqual(expected);
});

test("list literals and comprehensions have a known length", () => {
  const facts = factsOf("a = [0, 0] * n\nb = [[0] * m for _ in range(n)]\na, b\n");
  expect(lengthOf(facts, lastName(facts, "a"))).toEqual({ terms: new Map([["n", 2]]), plus: 0 });
  expect(lengthOf(facts, lastName(facts, "b"))).toEqual(symbol("n"));
  expect(innerLengthOf(facts, lastName(facts, "b"))).toEqual(symbol("m"));
});

test.for<[string, boolean]>([
  ["x.append(1)", true],
  ["x[0] = 1", false],
  ["x[:1] = []", true],
  ["g = f\ng(x)", true],
  ["len(x)", false],
])("%j may change the length of x: %s", ([use, mayChange]) => {
  const facts = factsOf(`x = []\n${use}\n`);
  expect(mayChangeLength(facts, facts.names.module.variables.get("x")!)).toBe(mayChange);
});
