import { beforeAll, expect, test } from "vitest";
import { borrowTestEngine, type TestEngine } from "../../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await borrowTestEngine();
});

test.each([
  ["what mypy calls an error is left to mypy", "x = 'a' + 1\n", ["1:11 error mypy:operator"]],
  [
    "a call that does not fit is left to mypy",
    "def f(a):\n    return a\n\n\nf()\n",
    ["5:1 error mypy:call-arg"],
  ],
  ["a name without a value is left to ruff", "print(total)\ntotal = 5\n", ["1:7 error ruff:F821"]],
  [
    "what mypy only warns of is an error of ours",
    "a, b = 1, 2, 3\nprint(a, b)\n",
    ["1:1 error python:unpack-mismatch"],
  ],
  [
    "what a rule of ours knows in two ways is told once",
    "class A:\n    def f(self):\n        return self.x\n\n\nprint(A().f())\n",
    ["3:16 error python:missing-attribute"],
  ],
])("%s", async (_, code, expected) => {
  const found = (await engine.find(code)).filter((each) => each.includes("error"));
  expect(found).toEqual(expected);
});

test("a comment does not silence an error of ours", async () => {
  expect(await engine.find("xs = [1]\nprint(xs[3])  # noqa\n")).toEqual([
    "2:7 error python:index-out-of-range",
  ]);
});
