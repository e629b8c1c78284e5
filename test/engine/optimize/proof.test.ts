import { describe, expect, test } from "vitest";
import { analyse } from "../../../engine/optimize/analysis.ts";
import { keepsMeaning } from "../../../engine/optimize/proof.ts";
import { readTree } from "../../../engine/tree/tree.ts";

const isProven = (before: string, after: string): boolean =>
  keepsMeaning(analyse(readTree(before)!), analyse(readTree(after)!));

describe("the proof fails when", () => {
  test.each([
    ["a call is missing", "f()\ng()\n", "g()\n"],
    ["two calls change places", "f()\ng()\n", "g()\nf()\n"],
    ["a call gets another argument", "f(1)\n", "f(2)\n"],
    ["a call gets an argument of another type", "f(1)\n", "f(1.0)\n"],
    ["text changes", "f('a' + 'b')\n", "f('ba')\n"],
    ["an f-string changes", "f(f'{1 + 2}')\n", "f(f'{3}')\n"],
    ["an annotation changes", "x: 1 + 2\n", "x: 3\n"],
    ["an operator binds otherwise", "x = (1 - 3) ** y\n", "x = -2 ** y\n"],
    ["a wrong value is put in", "x = 7 // -2\n", "x = -3\n"],
    ["a wrong branch is kept", "if True:\n    a()\nelse:\n    b()\n", "b()\n"],
    ["a line moves into a block", "if x:\n    a()\nb()\n", "if x:\n    a()\n    b()\n"],
    ["a line moves out of a loop", "for x in y:\n    a()\n    b()\n", "for x in y:\n    a()\nb()\n"],
    ["an assertion is missing", "assert x\n", ""],
    ["a store is missing", "a.b = 1\nc[0] = 2\n", "c[0] = 2\n"],
    ["a raise or a return is missing", "def f():\n    return 1\n", "def f():\n    pass\n"],
    ["a delete is missing", "del a.b\n", ""],
    [
      "text becomes documentation",
      "def f():\n    if False:\n        a()\n    'text'\n",
      "def f():\n    'text'\n",
    ],
    ["documentation is missing", "def f():\n    'text'\n    a()\n", "def f():\n    a()\n"],
    ["a function is no longer a generator", "def f():\n    return\n    yield\n", "def f():\n    return\n"],
    ["a function becomes a coroutine", "def f():\n    pass\n", "async def f():\n    pass\n"],
    [
      "a name is no longer a function's own",
      "def f():\n    return x\n    x = 1\n",
      "def f():\n    return x\n",
    ],
    [
      "a name of the function around is no longer seen",
      "def f(x):\n    def g():\n        return\n        x\n",
      "def f(x):\n    def g():\n        return\n",
    ],
    ["an import is missing that never runs", "if False:\n    import a\n", "pass\n"],
    ["a comment declares another coding", "if 0:\n    a()\n# coding: utf-7\nb()\n", "# coding: utf-7\nb()\n"],
    ["a default changes", "def f(x=1 + 1): pass\n", "def f(x=3): pass\n"],
    [
      "an exception is handled otherwise",
      "try:\n    a()\nexcept A:\n    b()\n",
      "try:\n    a()\nexcept B:\n    b()\n",
    ],
  ])("%s", (_, before, after) => {
    expect(isProven(before, before)).toBe(true);
    expect(isProven(before, after)).toBe(false);
  });
});

describe("the proof holds when", () => {
  test.each([
    ["only the layout changes", "if x :\n        a( 1 )\n", "if x:\n    a(1)  # one\n"],
    ["a value stands for its expression", "x = 60 * 60\n", "x = 3600\n"],
    ["what never runs is gone", "def f():\n    return 1\n    a()\n", "def f():\n    return 1\n"],
    ["a branch that always runs stands by itself", "if 1:\n    a()\nelse:\n    b()\n", "a()\n"],
  ])("%s", (_, before, after) => {
    expect(isProven(before, after)).toBe(true);
  });
});
