import { expect, test } from "vitest";
import { inputsLike } from "../../../engine/execute/inputs.ts";
import { processorMs } from "../../support/processor-time.ts";

test("every argument of every example is varied, even when few inputs are wanted", () => {
  const inputs = inputsLike(["f([1, 2], 'ab')", "f([7], 'xyz')"], 12);
  expect(inputs).toHaveLength(12);
  for (const start of ["f([1, 2], ", "f([7], "])
    expect(inputs.some((input) => input.startsWith(start))).toBe(true);
  for (const end of [", 'ab')", ", 'xyz')"]) expect(inputs.some((input) => input.endsWith(end))).toBe(true);
});

test("arguments of one example are used in other calls of the same function", () => {
  const inputs = inputsLike(["f(x, y)", "f(z, w)", "g(u)"], 50);
  expect(inputs).toEqual(expect.arrayContaining(["f(z, y)", "f(x, w)"]));
  expect(inputs.some((input) => input.includes("u"))).toBe(false);
});

test("no input is an example or comes twice", () => {
  const examples = ["f(1)", "f(2)", "f(3)"];
  const inputs = inputsLike(examples, 50);
  expect(inputs.filter((input) => examples.includes(input))).toEqual([]);
  expect(new Set(inputs).size).toBe(inputs.length);
});

test.for([
  ["a long list", [`f([${"1, ".repeat(30_000)}])`]],
  ["many calls with many arguments", Array.from({ length: 300 }, (_, n) => `f(${`${n}, `.repeat(80)})`)],
] as const)("%s is processed quickly", ([, examples]) => {
  expect(processorMs(() => inputsLike(examples, 60))).toBeLessThan(500);
});
