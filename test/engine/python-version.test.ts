import { describe, expect, test } from "vitest";
import { Job } from "../../engine/job.ts";
import type { PythonVersion } from "../../engine/python-version.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { borrowTestEngine } from "../support/engine.ts";

async function verdictOf(code: string, python: PythonVersion, more: object = {}): Promise<Verdict> {
  const { engine } = await borrowTestEngine();
  const job = Job.parse({ code, options: { python }, ...more });
  return (await engine.judge(job, new AbortController().signal)).verdict;
}

const rulesOf = ({ diagnostics }: Verdict): string[] =>
  diagnostics.map(({ severity, rule }) => `${severity} ${rule}`);

describe("a text for one Python version", () => {
  test("is checked against its grammar", async () => {
    const code = "def first[T = int](items: list[T]) -> T:\n    return items[0]\n\n\nprint(first([1]))\n";
    expect(await verdictOf(code, "3.13")).toMatchObject({ valid: true, meta: { incomplete: [] } });
    const old = await verdictOf(code, "3.12");
    expect(old).toMatchObject({ valid: false, meta: { incomplete: [] } });
    expect(old.diagnostics).toMatchObject([
      { rule: "ruff:invalid-syntax", line: 1, message: expect.stringContaining("added in Python 3.13") },
    ]);
  });

  test("is checked against its standard library", async () => {
    const code = "from math import fma\n\nprint(fma(1.0, 2.0, 3.0))\n";
    expect(rulesOf(await verdictOf(code, "3.13"))).toEqual([]);
    const old = await verdictOf(code, "3.12");
    expect(rulesOf(old).toSorted()).toEqual(["error python:missing-name", "warning mypy:attr-defined"]);
    expect(old.diagnostics.find(({ rule }) => rule === "python:missing-name")?.message).toBe(
      "Only Python 3.13 and later have `fma` in `math`: with Python 3.12 this raises ImportError.",
    );
  });

  test("is checked for forward annotations and except without parentheses", async () => {
    const later = "def make() -> Later:\n    return Later()\n\n\nclass Later:\n    pass\n";
    expect(rulesOf(await verdictOf(later, "3.14"))).toEqual([]);
    expect(rulesOf(await verdictOf(later, "3.13"))).toContain("error ruff:F821");
    const unbracketed = "try:\n    print(int('1'))\nexcept ValueError, KeyError:\n    print('none')\n";
    expect(await verdictOf(unbracketed, "3.14")).toMatchObject({ valid: true, meta: { incomplete: [] } });
    expect(rulesOf(await verdictOf(unbracketed, "3.13"))).toEqual(["error ruff:invalid-syntax"]);
  });

  test("is checked with its version in every file", async () => {
    const files = { "shapes.py": "type Point[T = float] = tuple[T, T]\n" };
    const code = "from shapes import Point\n\nhere: Point = (1.0, 2.0)\nprint(here)\n";
    expect(await verdictOf(code, "3.13", { files })).toMatchObject({ valid: true });
    expect((await verdictOf(code, "3.12", { files })).diagnostics).toContainEqual(
      expect.objectContaining({ file: "shapes.py", rule: "ruff:invalid-syntax" }),
    );
  });
});
