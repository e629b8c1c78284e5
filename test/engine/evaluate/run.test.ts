import { expect, test } from "vitest";
import { failures, known } from "../../support/evaluate.ts";

test("a program that runs too long is abandoned without findings", () => {
  const loops = "s = range(100)\nfor a in s:\n for b in s:\n  for c in s:\n   a + b + c\n";
  expect(failures(`${loops}[][0]\n`)).toEqual([]);
});

test("an unknown object counts as the same one until unknown code runs", () => {
  expect(failures("def f(x):\n    n = len(x)\n    return x[n]\n")).toEqual(["IndexError in line 3"]);
  expect(failures("def f(x):\n    n = len(x)\n    unheard()\n    return x[n]\n")).toEqual([]);
});

test("unknown code may change only what it is given", () => {
  expect(known("x = [1]\ny = [1, 2]\nunheard(x)", "len(x)")).toBe("unknown");
  expect(known("x = [1]\ny = [1, 2]\nunheard(x)", "len(y)")).toBe("2");
});
