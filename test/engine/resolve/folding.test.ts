import { beforeAll, describe, expect, test } from "vitest";
import { inspect } from "../../../engine/tasks/inspect.ts";
import { createLinter } from "../../../engine/lint/lint.ts";
import { foldedPaths } from "../../../engine/resolve/library.ts";
import { textMethods } from "../../../engine/resolve/fold-text.ts";
import { hiddenText, hiddenTextImports } from "../../quality/hidden-text.ts";
import { askCPython } from "../../support/folding/cpython.ts";
import { operations } from "../../support/folding/expressions.ts";
import { followedPaths, neverKnown } from "../../support/folding/functions.ts";
import { compareWithCPython } from "../../support/folding/measure.ts";
import { requireDocker } from "../../support/sandbox.ts";

beforeAll(requireDocker);

describe("an expression for the name of a function that starts programs", () => {
  test("has that value in CPython in every case", { timeout: 120_000 }, async () => {
    const reals = await askCPython(hiddenText.map((expression) => ({ before: "", expression })));
    const others = hiddenText.filter((_, at) => reals[at]![0] !== "str" || reals[at]![1] !== "system");
    expect(others).toEqual([]);
    expect(hiddenText.length).toBeGreaterThan(150);
  });

  test("is always reported", { timeout: 120_000 }, () => {
    const linter = createLinter();
    const missed = hiddenText.filter((expression) => {
      const { security } = inspect(linter, `${hiddenTextImports}\ngetattr(os, ${expression})('id')\n`);
      return !security.some(({ line, severity }) => line === 2 && severity === "error");
    });
    expect(missed).toEqual([]);
  });
});

describe("random constant expressions", () => {
  test("cover every supported operation", () => {
    const lacking = [
      ...textMethods.map((name) => `method ${name}`),
      ...foldedPaths.filter((path) => !followedPaths.has(path)).map((path) => `function ${path}`),
    ].filter((operation) => !operations.includes(operation));
    expect(lacking).toEqual([]);
  });

  test("have CPython's value or are unknown", { timeout: 300_000 }, async () => {
    const { programs, folded, wrong, seen } = await compareWithCPython(7, 24);
    expect(wrong).toEqual([]);
    expect(programs).toBeGreaterThan(4000);
    expect(folded).toBeGreaterThan(programs / 3);
    expect(operations.filter((operation) => !seen.has(operation) && !neverKnown.has(operation))).toEqual([]);
  });
});
