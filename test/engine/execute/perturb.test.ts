import { expect, test } from "vitest";
import { perturb } from "../../../engine/execute/perturb.ts";

test("each number is changed a little and the rest stays", () => {
  expect(perturb("f(3, 10)", 50)).toEqual(
    expect.arrayContaining(["f(4, 10)", "f(2, 10)", "f(3, 11)", "f(3, (-10))"]),
  );
});

test("a digit inside a name or a string is not a number", () => {
  expect(perturb("f2(x1)", 50)).toEqual([]);
  expect(perturb("f('a1')", 50).every((variant) => /^f\('.*'\)$/.test(variant))).toBe(true);
});

test("strings are shortened, lengthened, reversed and given other characters", () => {
  expect(perturb("f('abc')", 50)).toEqual([
    "f('ab')",
    "f('bc')",
    "f('abcabc')",
    "f('cba')",
    "f('abca')",
    "f('ABC')",
    "f('abc 1Z')",
    "f('')",
  ]);
});

test("lists lose and gain elements", () => {
  expect(perturb("f([1, 2])", 50)).toEqual(
    expect.arrayContaining(["f([2])", "f([1])", "f([])", "f([2, 1])", "f([1, 2, 1])"]),
  );
});

test("an index is not treated as a list", () => {
  expect(perturb("f(x)[0]", 50)).not.toContain("f(x)[]");
});

test("variants are limited to the requested count, unique and different from the input", () => {
  const variants = perturb("f(1, 1, [1, 1])", 7);
  expect(variants).toHaveLength(7);
  expect(new Set(variants).size).toBe(7);
  expect(variants).not.toContain("f(1, 1, [1, 1])");
});
