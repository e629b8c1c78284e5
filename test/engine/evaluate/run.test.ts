import { expect, test } from "vitest";
import { failures, known } from "../../support/evaluate.ts";

test("a program that goes on for too long is given up, and nothing is claimed of it", () => {
  const loops = "s = range(100)\nfor a in s:\n for b in s:\n  for c in s:\n   a + b + c\n";
  expect(failures(`${loops}[][0]\n`)).toEqual([]);
});

test("an unknown object is known again until unknown code runs", () => {
  expect(failures("def f(x):\n    n = len(x)\n    return x[n]\n")).toEqual(["IndexError in line 3"]);
  expect(failures("def f(x):\n    n = len(x)\n    unheard()\n    return x[n]\n")).toEqual([]);
});

test("unknown code may change what it is given, and nothing else", () => {
  expect(known("x = [1]\ny = [1, 2]\nunheard(x)", "len(x)")).toBe("unknown");
  expect(known("x = [1]\ny = [1, 2]\nunheard(x)", "len(y)")).toBe("2");
});
