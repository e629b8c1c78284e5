import { describe, expect, test } from "vitest";
import { readTree } from "../../../engine/tree/tree.ts";
import { transpile } from "../../../engine/transpile/transpile.ts";

/** A program outside the subset, what is named as the reason, and on which line. */
const refused: readonly (readonly [source: string, construct: RegExp, line: number])[] = [
  ["x = 1\nasync def f():\n    pass\n", /`async def`/, 2],
  ["async def f():\n    async with a as b:\n        pass\n", /`async def`/, 1],
  ["x = b'abc'\n", /bytes literal/, 1],
  ["x = 1\ny = 2j\n", /complex number/, 2],
  ["x = ...\n", /`\.\.\.` as a value/, 1],
  ['x = "\\N{BULLET}"\n', /character given by its name/, 1],
  ['x = f"\\N{BULLET}{1}"\n', /character given by its name/, 1],
  ["class M(type):\n    pass\n", /inherits from `type`/, 1],
  ["class A:\n    pass\nclass B(A, metaclass=M):\n    pass\nclass M: pass\n", /metaclass/, 3],
  ["class A: pass\nclass B: pass\nclass C(A, B): pass\n", /several bases/, 3],
  ["class L(list):\n    pass\n", /inherits from `list`/, 1],
  ["class A:\n    def __new__(cls):\n        return 1\n", /`__new__`/, 2],
  ["class A:\n    __slots__ = ('x',)\n", /`__slots__`/, 2],
  ["class A:\n    def __getattribute__(self, n):\n        return 1\n", /`__getattribute__`/, 2],
  ["class A:\n    def __setattr__(self, n, v):\n        pass\n", /`__setattr__`/, 2],
  ["class A:\n    def __del__(self):\n        print('gone')\n", /`__del__`/, 2],
  ["class A:\n    for i in range(3):\n        pass\n", /this statement in a class/, 2],
  ["class A:\n    class B:\n        pass\n", /this statement in a class/, 2],
  ["def deco(c): return c\n@deco\nclass A: pass\n", /class decorator `deco`/, 2],
  ["def deco(f): return f\nclass A:\n    @deco\n    def m(self): pass\n", /decorator `deco` of a method/, 4],
  ["exec('x = 1')\n", /`exec`/, 1],
  ["x = eval('1')\n", /`eval`/, 1],
  ["print(id(1))\n", /`id`/, 1],
  ["print(globals())\n", /`globals`/, 1],
  ["def f():\n    return locals()\n", /`locals`/, 2],
  ["x = input()\n", /`input`/, 1],
  ["with open('f') as f:\n    pass\n", /`open`/, 1],
  ["print(vars())\n", /`vars`/, 1],
  ["print(dir([]))\n", /`dir`/, 1],
  ["x = bytes(3)\n", /`bytes`/, 1],
  ["x = complex(1, 2)\n", /`complex`/, 1],
  ["x = memoryview(b'a')\n", /`memoryview`|bytes literal/, 1],
  ["x = __import__('os')\n", /`__import__`/, 1],
  ["x = compile('1', 'f', 'eval')\n", /`compile`/, 1],
  ["import os\nprint(os.getcwd())\n", /module `os`/, 1],
  ["import numpy as np\n", /module `numpy`/, 1],
  ["from random import random\n", /module `random`/, 1],
  ["from . import sibling\n", /module `\.`/, 1],
  ["import math\nprint(math.gamma(2))\n", /`math\.gamma`/, 2],
  ["from math import erf\n", /`math\.erf`/, 1],
  ["import math\nm = math\n", /module `math` as a value/, 2],
  ["from math import *\n", /`math\.\*`/, 1],
  ["import asyncio\n", /module `asyncio`/, 1],
  [
    "try:\n    import math\nexcept ImportError:\n    math = None\n",
    /imported and assigned|under a condition/,
    2,
  ],
  ["from enum import Enum\n", /module `enum`/, 1],
  ["print({'a', 'b'})\n", /order of a set of strings/, 1],
  ["for x in {'a', 'b'}:\n    print(x)\n", /order of a set of strings/, 1],
  ["s = set('ab')\nprint(list(s))\n", /order of a set of strings/, 2],
  ["s = {'a', 'b'}\nprint([x for x in s])\n", /order of a set of strings/, 2],
  ["s = {'a', 'b'}\nprint(', '.join(s))\n", /order of a set of strings/, 2],
  ["s = {'a', 'b'}\nprint(s.pop())\n", /order of a set of strings/, 2],
  ["s = {'a', 'b'}\nprint(f'{s}')\n", /order of a set of strings/, 2],
  ["s = {'a', 'b'}\na, b = s\n", /order of a set of strings/, 2],
  ["s = {'a', 'b'}\nprint(*s)\n", /order of a set of strings/, 2],
  ["s = frozenset(['a', 'b'])\nprint(str(s))\n", /order of a set of strings/, 2],
  ["print([1] @ [2])\n", /operator `@`/, 1],
  ["x = 1\nx @= 2\n", /operator `@=`/, 2],
  ["try:\n    pass\nexcept* ValueError:\n    pass\n", /`except\*`/, 1],
  ["def f():\n    raise\n", /`raise` outside of a handler/, 2],
  [
    "def g():\n    try:\n        yield 1\n    finally:\n        print('x')\n",
    /`yield` inside `try … finally`/,
    3,
  ],
  ["def g(m):\n    with m:\n        yield 1\n", /`yield` inside `with`/, 3],
  ["print(undefined_name)\n", /`undefined_name`/, 1],
  ["def f():\n    pass\nprint(f.__code__)\n", /`__code__`/, 3],
  ["class A: pass\nprint(A().__dict__)\n", /`__dict__`/, 2],
  ["class A:\n    '''doc'''\nprint(A.__doc__)\n", /`__doc__`/, 3],
  ["class A:\n    def constructor(self): pass\n", /named `constructor`/, 2],
  ["class A: pass\na = A()\na.prototype = 1\n", /named `prototype`/, 3],
  ["type X = int\n", /`type` statement/, 1],
  ["def f[T](x): return x\n", /type parameters/, 1],
  ["x = type('X', (), {})\n", /calling `type`/, 1],
  ["print('a', file=None)\n", /calling `print`/, 1],
  ["x = sorted([1], cmp=None)\n", /calling `sorted`/, 1],
  ["x = [1].foo()\n", /`list\.foo`/, 1],
  ["x = 'a'.encode()\n", /`str\.encode`/, 1],
  ["x = 'a'.upper(1)\n", /calling `str\.upper`/, 1],
  ["class A:\n    def __getitem__(self, i): return i\nprint(A()[1:2])\n", /slice of an object/, 3],
  ["x = [1, 2]\nprint(x[1:2, 3])\n", /slice inside an index/, 2],
  ["fs = (lambda: i for i in range(3))\n", /generator expression whose variable/, 1],
  ["def f(x: Missing): pass\n", /annotation with a name/, 1],
  ["def f(x: print('side effect')): pass\n", /annotation that does something/, 1],
  ["class A:\n    def f(self) -> A: pass\n", /annotation with a name/, 2],
  [
    "from dataclasses import dataclass\n@dataclass(slots=True)\nclass A:\n    x: int\n",
    /option of `dataclass`/,
    2,
  ],
  [
    "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass A:\n    x: int\na = A(1)\na.x = 2\n",
    /frozen dataclass/,
    2,
  ],
  [
    "from abc import ABC, abstractmethod\nclass A(ABC):\n    @abstractmethod\n    def f(self): pass\nA()\n",
    /abstract class as a value/,
    5,
  ],
  ["class A:\n    def f():\n        pass\n", /method without a receiver/, 2],
  ["class A:\n    def m(self):\n        return super(A, self).x()\n", /`super` with arguments/, 3],
  ["class A:\n    def __repr__(self):\n        return super().__repr__()\n", /`super\(\).__repr__`/, 3],
  ["from functools import cache\n@cache\ndef f(a): return a\nf(a=1)\n", /cached function/, 4],
  ["f = lambda: (yield)\n", /`yield` in a lambda/, 1],
  [
    "class E(Exception):\n    def __init__(self, a, b=2):\n        self.a = a\nE(1, b=5)\n",
    /an exception whose `args`/,
    4,
  ],
  ["class A:\n    def __init_subclass__(cls): pass\n", /`__init_subclass__`/, 2],
  ["class A:\n    n = 3\n    x = [n for _ in range(2)]\n", /`n`/, 3],
  ["a = [1]\ns = {*a, 2}\n", /a star in a set/, 2],
  ["class A:\n    f = lambda self, x: x\n", /a function as a class attribute/, 2],
  ["raise BlockingIOError('x')\n", /`BlockingIOError`/, 1],
  ["match 1:\n    case (1 as x) | (2 as x):\n        print(x)\n", /alternatives of a pattern/, 2],
  ["class A: pass\nmatch A():\n    case A(1):\n        print(1)\n", /by position/, 3],
];

describe("a program outside the subset is refused, with the construct and its line", () => {
  test.each(refused)("%j", (source, construct, line) => {
    for (const target of ["javascript", "typescript"] as const) {
      const result = transpile(readTree(source)!, target);
      expect("refused" in result ? result.refused : result.code).toEqual(
        expect.arrayContaining([
          { construct: expect.stringMatching(construct), line, column: expect.any(Number) },
        ]),
      );
    }
  });
});

test("every construct outside the subset is listed, in the order of the text", () => {
  const result = transpile(readTree("x = b''\nimport os\nprint(id(x))\n")!, "javascript");
  expect(result).toEqual({
    refused: [
      { construct: "a bytes literal", line: 1, column: 5 },
      { construct: "the module `os`", line: 2, column: 1 },
      { construct: "`id`", line: 3, column: 7 },
    ],
  });
});

test("columns count characters, not bytes or UTF-16 units", () => {
  const result = transpile(readTree('é = "😀", b""\n')!, "javascript");
  expect(result).toEqual({ refused: [{ construct: "a bytes literal", line: 1, column: 10 }] });
});
