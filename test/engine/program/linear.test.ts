import { expect, test } from "vitest";
import { isReached, replaced, scaled, sum, symbol, whole } from "../../../engine/program/linear.ts";

const n = symbol("n");

test("sums drop symbols that cancel out", () => {
  expect(sum(sum(n, whole(2)), n, -1)).toEqual(whole(2));
  expect(scaled(sum(n, whole(1)), 3)).toEqual({ terms: new Map([["n", 3]]), plus: 3 });
});

test("a symbol is replaced by a value as often as it occurs", () => {
  expect(replaced(scaled(n, 2), "n", sum(symbol("m"), whole(1)))).toEqual({
    terms: new Map([["m", 2]]),
    plus: 2,
  });
  expect(replaced(n, "m", whole(1))).toBe(n);
});

test("a bound on lengths is reached once they are large enough, and one on other symbols never for certain", () => {
  const isLength = (name: string): boolean => name === "n";
  expect(isReached(whole(0), isLength)).toBe(true);
  expect(isReached(whole(-1), isLength)).toBe(false);
  expect(isReached(sum(n, whole(-5)), isLength)).toBe(true);
  expect(isReached(scaled(n, -1), isLength)).toBe(false);
  expect(isReached(symbol("m"), isLength)).toBe(false);
});
