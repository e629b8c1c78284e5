import { expect, test } from "vitest";
import { inTwo, outcomesOf, readExamples } from "../../site/parts/examples.ts";
import { isSolvedBy, readFix } from "../../site/playground/fix-lines.ts";

const written = `>>> total([1,
...        2])
3
>>> total([])
0

assert total([7]) == 7
with raises(ValueError):
    total(None)
`;

test("examples are read with the line that each ends on, and what it must give", () => {
  expect(readExamples(written)).toEqual([
    { text: "total([1,\n       2])", expected: "3", line: 2 },
    { text: "total([])", expected: "0", line: 4 },
    { text: "assert total([7]) == 7", expected: undefined, line: 6 },
    { text: "with raises(ValueError):\n    total(None)", expected: undefined, line: 8 },
  ]);
  expect(inTwo(readExamples(written)[2]!)).toEqual({ call: "total([7])", expected: "7" });
});

const mismatch = {
  rule: "python:example-mismatch",
  message: "`total([])`: expected 0, got None.",
  line: null,
};
const counts = { given: 4, judged: 4, held: 3, failed: 1, weak: 0 };

test("an example that a finding names has failed, with what it gave; where all were judged the others passed", () => {
  const verdict = { diagnostics: [mismatch], runtime: { examples: counts } } as never;
  const results = outcomesOf(written, verdict);
  expect(results.map(({ outcome }) => outcome)).toEqual(["passed", "failed", "passed", "passed"]);
  expect(results[1]!.mismatch).toEqual({ expected: "0", got: "None" });
});

test.each([
  ["some were not judged", { diagnostics: [mismatch], runtime: { examples: { ...counts, judged: 2 } } }],
  [
    "a failure is not found among them",
    { diagnostics: [{ ...mismatch, message: "`f()`: expected 1, got 2." }], runtime: { examples: counts } },
  ],
  ["the verdict counts no examples", { diagnostics: [], runtime: {} }],
])("where %s, no example is said to have passed", (_, verdict) => {
  expect(outcomesOf(written, verdict as never).map(({ outcome }) => outcome)).not.toContain("passed");
});

test("a fix is read as the line that it changed, and where the others are now", () => {
  const { changed, lineAfter } = readFix("import math\nx = 1\nf(1, x)\ny = 2\n", "x = 1\nf(0, x)\ny = 2\n");
  expect(changed).toEqual({ before: 3, after: 2, column: 3 });
  expect([1, 2, 3, 4].map(lineAfter)).toEqual([undefined, 1, undefined, 3]);
});

test("a fix that leaves no error solves every error, and of the warnings those whose line is gone", () => {
  const fix = readFix("import math\nimport os\nx = y\n", "import os\nx = 1\n");
  const finding = {
    rule: "ruff:F401",
    message: "",
    column: 1,
    isSecurity: false,
    cwe: null,
    file: undefined,
  };
  expect(isSolvedBy(fix, { ...finding, severity: "error", line: 2 })).toBe(true);
  expect(isSolvedBy(fix, { ...finding, severity: "warning", line: 1 })).toBe(true);
  expect(isSolvedBy(fix, { ...finding, severity: "warning", line: 2 })).toBe(false);
});
