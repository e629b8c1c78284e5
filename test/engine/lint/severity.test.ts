import { readFileSync } from "node:fs";
import { PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-nodejs";
import { beforeAll, describe, expect, test } from "vitest";
import { errorRulesOf, selectedRules, syntaxRules } from "../../../engine/lint/rules.ts";
import { borrowTestEngine, type TestEngine } from "../../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await borrowTestEngine();
});

async function expectError(rule: string, program: string): Promise<void> {
  const { valid, diagnostics } = await engine.verdictOf(program);
  expect(diagnostics).toContainEqual(expect.objectContaining({ severity: "error", rule: `ruff:${rule}` }));
  expect(valid).toBe(false);
}

describe("a broken format call", () => {
  test.each([
    ["F501", "print('%(a' % {'a': 1})\n"],
    ["F502", "print('%(a)s' % [1])\n"],
    ["F503", "print('%s %s' % {'a': 1, 'b': 2})\n"],
    ["F504", "print('%(a)s' % {'a': 1, 'b': 2})\n"],
    ["F505", "print('%(a)s %(b)s' % {'a': 1})\n"],
    ["F506", "print('%s %(a)s' % (1,))\n"],
    ["F507", "print('%s %s' % (1,))\n"],
    ["F508", "print('%(a)*s' % {'a': 1})\n"],
    ["F509", "print('%z' % 1)\n"],
    ["F521", "print('{'.format(1))\n"],
    ["F522", "print('{}'.format(1, a=2))\n"],
    ["F523", "print('{}'.format(1, 2))\n"],
    ["F524", "print('{} {}'.format(1))\n"],
    ["F525", "print('{} {1}'.format(1, 2))\n"],
  ])("is an error: %s", expectError);
});

describe("a program that CPython refuses", () => {
  test.each([
    ["F404", "x = 1\nfrom __future__ import annotations\n"],
    ["F406", "def f():\n    from os import *\n"],
    ["F407", "from __future__ import nope\n"],
    ["F622", "a, *b, *c = [1]\n"],
    ["F701", "break\n"],
    ["F702", "continue\n"],
    ["F704", "yield 1\n"],
    ["F706", "return 1\n"],
    ["F707", "try:\n    pass\nexcept:\n    pass\nexcept ValueError:\n    pass\n"],
    ["PLE0117", "def f():\n    nonlocal x\n"],
    ["PLE0118", "x = 1\n\n\ndef f():\n    print(x)\n    global x\n"],
    ["PLE1142", "def f(x):\n    return [i async for i in x]\n"],
    ["PLE1700", "async def f(x):\n    yield from x\n"],
  ])("is an error and does not count as truncated: %s", async (rule, program) => {
    await expectError(rule, program);
    expect((await engine.find(program)).join()).not.toContain("cut-off");
  });
});

describe("code that raises when reached", () => {
  test.each([
    ["F821", "print(nothing)\n"],
    ["F823", "x = 1\n\n\ndef f():\n    print(x)\n    x = 2\n"],
    ["PLE0100", "class A:\n    def __init__(self):\n        yield 1\n"],
    ["PLE0241", "class A: ...\n\n\nclass B(A, A): ...\n"],
    ["PLE0643", "print([1, 2][5])\n"],
    ["PLE1132", "print(end='', **{'end': ''})\n"],
    ["PLE1307", "print('%d' % 'x')\n"],
    ["PLE1507", "import os\n\nos.getenv(1)\n"],
  ])("is an error: %s", expectError);

  test.each([
    ["a name that the text may define unseen", "globals().update(a=1)\nprint(a)\n"],
    [
      "an initialiser that returns what another returns",
      "class A:\n    def __init__(self):\n        return super().__init__()\n",
    ],
    [
      "a format of a class's own",
      "class A:\n    def __format__(self, how):\n        return how\n\n\nprint('{:hello}'.format(A()))\n",
    ],
    [
      "a slot named as Python mangles it",
      "class A:\n    __slots__ = ['_A__x']\n\n    def __init__(self):\n        self.__x = 1\n",
    ],
    ["a list of names for star imports", "__all__ = [1]\n"],
  ])("%s does not reject the code", async (_, program) => {
    expect(await engine.verdictOf(program)).toMatchObject({ valid: true });
  });
});

describe("the tables", () => {
  test("every selected rule is known to ruff", () => {
    expect(() => {
      for (const rule of selectedRules)
        new Workspace({ lint: { preview: true, select: [rule] } }, PositionEncoding.Utf32).free();
    }).not.toThrow();
  });

  test("every rule that counts as an error is selected", () => {
    const unselected = [...errorRulesOf("")].filter(
      (rule) => rule !== "invalid-syntax" && !selectedRules.some((selected) => rule.startsWith(selected)),
    );
    expect(unselected).toEqual([]);
    for (const rule of errorRulesOf("")) {
      if (rule !== "invalid-syntax")
        new Workspace({ lint: { select: [rule] } }, PositionEncoding.Utf32).free();
    }
  });

  test("every rule for code that CPython refuses is an error", () => {
    expect([...syntaxRules.difference(errorRulesOf("globals()"))]).toEqual([]);
  });

  test("preview rules are listed one by one, since a prefix does not select them", () => {
    const named = readFileSync(new URL("../../../engine/lint/rules.ts", import.meta.url), "utf8");
    for (const rule of ["B909", "PLE1141", "S401", "S403", "S415"]) expect(named).toContain(rule);
  });
});

describe("each problem is reported once", () => {
  test.each([
    ["an undefined name", "print(nothing)\n", ["1:7 error ruff:F821"]],
    ["a second definition", "def f(): ...\n\n\ndef f(): ...\n", ["4:5 warning ruff:F811"]],
    ["a broken format", "print('%s %s' % (1,))\n", ["1:7 error ruff:F507"]],
    ["an unknown format character", "print('%z' % 1)\n", ["1:7 error ruff:F509"]],
    ["a missing argument of format", "print('{} {}'.format(1))\n", ["1:7 error ruff:F524"]],
    ["a type that a format does not take", "print('%d' % 'x')\n", ["1:7 error ruff:PLE1307"]],
  ])("%s", async (_, program, found) => {
    expect(await engine.find(program)).toEqual(found);
  });

  test("a thousand of forty thousand findings are listed quickly and the rest is counted", async () => {
    const { diagnostics } = await engine.verdictOf("import os\n".repeat(20_000));
    expect(diagnostics).toHaveLength(1001);
    expect(diagnostics.at(-1)).toMatchObject({
      severity: "info",
      rule: "python:more-findings",
      line: null,
    });
    expect(diagnostics.at(-1)?.message).toContain("38999 more");
  });
});

describe("the score", () => {
  test("is 1 for a clean text, half as much with an error, and lower with each further finding", async () => {
    const scores = await Promise.all(
      ["x = 1\n", "import os\n", "print(a)\n", "print(a)\nprint(b)\n", "print(a)\n".repeat(500)].map(
        async (code) => (await engine.verdictOf(code)).score,
      ),
    );
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(scores.length);
    expect(scores[0]).toBe(1);
    expect(scores[2]).toBe(0.5);
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
  });

  test("diagnostics come in the order of the text", async () => {
    const { diagnostics } = await engine.verdictOf(
      "print(1 + '')\nprint(a)\nx = [] + ''; print(b)\nimport os\n",
    );
    const places = diagnostics.map(({ line, column }) => line! * 1000 + column!);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});
