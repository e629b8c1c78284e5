import { beforeAll, describe, expect, test } from "vitest";
import { borrowTestEngine, type TestEngine } from "../../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await borrowTestEngine();
});

describe("type errors that reject the code", () => {
  test.each([
    ["operator", "print(1 + 'a')\n"],
    ["arg-type", "def f(a: int) -> int:\n    return a\n\n\nf('x')\n"],
    ["call-arg", "def f(a):\n    return a\n\n\nf(1, 2)\n"],
    ["return-value", "def f() -> int:\n    return 'x'\n"],
    ["index", "d: dict[str, int] = {}\nprint(d[1])\n"],
    ["call-overload", "print(int([1]))\n"],
    ["func-returns-value", "def f() -> None:\n    print(1)\n\n\nx = f()\n"],
    ["valid-type", "x: 3 = 3\n"],
  ])("mypy:%s is an error", async (code, program) => {
    const { valid, diagnostics } = await engine.verdictOf(program);
    expect(diagnostics).toContainEqual(expect.objectContaining({ severity: "error", rule: `mypy:${code}` }));
    expect(valid).toBe(false);
  });

  test("the body of a function without annotations is checked", async () => {
    expect(await engine.find("def f():\n    return 1 + 'a'\n")).toEqual(["2:16 error mypy:operator"]);
  });

  test("a syntax error that only mypy reports is one of CPython", async () => {
    expect(await engine.find("def f[T]():\n    nonlocal T\n")).toEqual(["2:5 error python:syntax"]);
    expect(await engine.find("a = [1]\nprint(f'{*a}')\n")).toEqual(["2:10 error python:syntax"]);
  });
});

describe("type errors that do not reject the code", () => {
  test.each([
    ["attr-defined", "print('a'.foo)\n"],
    ["attr-defined", "from os import nothing\n\nprint(nothing)\n"],
    ["assignment", "x: int = 'a'\n"],
    ["union-attr", "import re\n\nprint(re.match('a', 'b').group())\n"],
    ["var-annotated", "x = []\n"],
    ["misc", "from typing import Final\n\nx: Final = 1\nx = 2\n"],
    ["override", "class A:\n    def f(self): ...\n\n\nclass B(A):\n    def f(self, x): ...\n"],
    ["list-item", "x: list[int] = ['']\n"],
  ])("mypy:%s is a warning", async (code, program) => {
    const { valid, diagnostics } = await engine.verdictOf(program);
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ severity: "warning", rule: `mypy:${code}` }),
    );
    expect(valid).toBe(true);
  });

  test.each([
    ["missing stubs", "import requests\nimport yaml\n\nprint(requests.get, yaml.load)\n"],
    [
      "uninstalled packages",
      "import numpy as np\nfrom nope.deep import thing\n\nprint(np.zeros(3), thing + 1)\n",
    ],
    ["modules the standard library lost", "import distutils\nimport imp\n\nprint(distutils, imp)\n"],
  ])("imports of %s are not reported", async (_, program) => {
    expect(await engine.verdictOf(program)).toMatchObject({ valid: true, score: 1, diagnostics: [] });
  });

  test.each([
    ["words", "a = 5  # type: the kind of thing\nprint(a)\n"],
    ["nothing", "a = 5  # type:\nprint(a)\n"],
    ["an expression", "a = 5  # type: int or None\nprint(a)\n"],
  ])("a type comment with %s counts as an ordinary comment", async (_, program) => {
    expect(await engine.find(program)).toEqual([]);
  });

  test("a type comment with a type is checked", async () => {
    expect(await engine.find("x = []  # type: list[int]\nx.append('')\n")).toEqual([
      "2:10 error mypy:arg-type",
    ]);
  });

  test("the internal module name of the text is never shown", async () => {
    const program = "class Foo: ...\n\n\ndef f(x: int): ...\n\n\nf(Foo)\nprint(__name__ + Foo)\n";
    expect(JSON.stringify(await engine.verdictOf(program))).not.toContain("5e1f");
  });

  test("a class with partial types is checked to the end", async () => {
    const program =
      "class Node:\n    kids = None\n\n\nclass Leaf(Node):\n    kids = []\n\n\nprint(Leaf, 1 + '')\n";
    expect(await engine.judge(program)).toMatchObject({ isComplete: true });
  });
});
