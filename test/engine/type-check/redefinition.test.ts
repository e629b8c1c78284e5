import { beforeAll, expect, test } from "vitest";
import { borrowTestEngine, type TestEngine } from "../../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await borrowTestEngine();
});

async function errorsIn(code: string): Promise<string[]> {
  const { diagnostics } = await engine.verdictOf(code);
  return diagnostics.filter(({ severity }) => severity === "error").map(({ rule }) => rule);
}

test.each([
  ["a = input().split()\na = list(map(int, a))\nprint(sum(a), a[0] + 1, max(a) - 3)\n"],
  ['xs = ["a", "b"]\nxs = list(enumerate(xs))\nfor i, x in xs:\n    print(i + 1, x.upper())\n'],
  ['digits = [1, 2, 3]\ndigits = list(map(str, digits))\nprint("".join(digits))\n'],
  [
    'from pathlib import Path\nfiles = []\nfiles = sorted(Path(".").glob("*.py"))\nprint([f.name for f in files])\n',
  ],
  ['def f(s: str):\n    n = s.strip()\n    n = int(n)\n    return n + 1\nprint(f("3"))\n'],
  ["n = input()\nn = int(n)\nfor i in range(n):\n    print(i * n)\n"],
  [
    "def solve():\n    line = input().split()\n    line = [int(x) for x in line]\n    line = sum(line)\n    return line // 2\n",
  ],
  ['data = "a,b"\ndata = data.split(",")\ndata = {k: 1 for k in data}\nprint(data["a"] + 1)\n'],
  ['x = 1\nif x > 0:\n    x = str(x)\nelse:\n    x = "n"\nprint(x + "a")\n'],
  ['import json\ncfg = open("a").read()\ncfg = json.loads(cfg)\nprint(cfg["x"] + 1)\n'],
  ['words = "a b".split()\nwords = sorted(words, key=len)\nwords = " ".join(words)\nprint(words.upper())\n'],
  [
    'def f(items):\n    items = [str(i) for i in items]\n    out = ""\n    for i in items:\n        out += i\n    out = out.split()\n    return out[0]\n',
  ],
  ['def f(n: int):\n    n = str(n)\n    return n + "x"\n'],
  [
    "matrix = [input().split() for _ in range(3)]\nmatrix = [[int(v) for v in row] for row in matrix]\nprint(matrix[0][0] + 1, sum(map(sum, matrix)))\n",
  ],
  ["s = {1, 2}\ns = sorted(s)\nprint(s[0] + 1)\n"],
  ["t = (1, 2)\nt = list(t)\nt[0] = 5\nt.append(3)\n"],
  ["x, y = input().split()\nx = int(x)\ny = int(y)\nprint(x // y)\n"],
  ["x, y = input().split()\nx, y = int(x), int(y)\nprint(x // y)\n"],
  ['for line in ["1", "2"]:\n    line = int(line)\n    print(line + 1)\n'],
  ['with open("x") as f:\n    f = f.read()\nprint(f.upper() + "a")\n'],
  ['for i in range(3):\n    print(i)\nfor i in ["a", "b"]:\n    print(i.upper() + "x")\n'],
  [
    "class A:\n    def go(self, value):\n        value = str(value)\n        self.v = 1\n        self.v = value\n        return self.v\n",
  ],
  ["count = 0\ncount = count / 2\nprint(round(count, 2))\n"],
  ["d = {}\nd = sorted(d.items())\nprint(d)\n"],
  [
    'def g():\n    res = []\n    for i in range(3):\n        res.append(i)\n    res = "".join(str(r) for r in res)\n    return res + "!"\n',
  ],
  ['total = 0\ndef add():\n    global total\n    total = "x"\n    return total + "y"\n'],
])("a variable may be assigned a value of another type: %j", async (code) => {
  expect(await errorsIn(code)).toEqual([]);
});

test.each([
  ["a = input().split()\nprint(a + 1)\n"],
  ["a = [1, 2]\na = list(map(str, a))\nprint(a[0] + 1)\n"],
  ['n = input()\nn = int(n)\nprint("n: " + n)\n'],
  ["n = input()\nprint(n + 1)\n"],
  ["s = 5\ns = str(s)\nprint(s + 1)\n"],
  ["def f(n: int) -> int:\n    r = n\n    r = str(r)\n    return r\n"],
  ["xs = [1, 2]\nxs = tuple(xs)\nxs[0] = 3\n"],
  ['x = 1\nx = "a"\nprint(x - 1)\n'],
  ['def add(a: int, b: int) -> int:\n    return a + b\nv = "3"\nv = add(v, 1)\n'],
  ['def add(a: int, b: int) -> int:\n    return a + b\nv = 3\nv = add(v, "1")\nprint(v)\n'],
  ["x = None\nprint(x + 1)\n"],
  ["def f(xs: list[int]) -> str:\n    total = 0\n    for x in xs:\n        total += x\n    return total\n"],
  ['total = 0\nfor w in ["a"]:\n    total = total + w\n'],
  ['d = {"a": 1}\nd = list(d)\nprint(d["a"])\n'],
  ['n: int = 3\nn = "x"\nprint(n + 1)\n'],
  ["class A:\n    x: int = 0\ndef f(a: A) -> str:\n    y = a.x\n    return y\n"],
  [
    'def find(xs):\n    for x in xs:\n        if x > 3:\n            return x\nr = "abc"\nr = len(r)\nprint(r[0])\n',
  ],
  [
    "def f(items: list[str]) -> int:\n    best = items[0]\n    for i in items:\n        if len(i) > len(best):\n            best = i\n    return best\n",
  ],
  ['import math\nr = "3"\nr = math.sqrt(r)\n'],
  ["x = [1, 2]\nx = x.sort()\nprint(x[0])\n"],
  ['def f():\n    s = ""\n    for i in range(3):\n        s += i\n    return s\n'],
  ['s = "abc"\nfor c in s:\n    c = c + 1\n'],
  ['x = 3\nif x > 2:\n    x = "a"\nprint(len(x) + x)\n'],
  ["def f(a: int):\n    a = a.upper()\n"],
  ['from datetime import datetime\nt = "2020"\nt = datetime.now()\nprint(t + 1)\n'],
])("an operation that the last value does not support is an error: %j", async (code) => {
  expect(await errorsIn(code)).not.toEqual([]);
});
