import { describe, expect, test } from "vitest";
import { applySplices } from "../../../engine/text/splices.ts";
import { generateCandidates } from "../../../engine/candidates/generate.ts";
import { askPython } from "../python-ast.ts";
import { someFacts } from "./facts.ts";

const corpus: readonly string[] = [
  "def f(x):\n    return x + 1\n",
  "def f(xs):\n    best = 0\n    for x in xs:\n        if x>best:\n            best = x\n    return best\n",
  "def f(s):\n    out = ''\n    for i in range(len(s)-1,-1,-1):\n        out += s[(i)]\n    return out\n",
  "def f(n):\n    if n <= 1: return n\n    return f(n - 1) + f(n - 2)\n",
  "def f(a, b):\n    while b:\n        a, b = b, a % b\n    return a\n",
  "class Stack:\n    def __init__(self):\n        self.items = []\n    def push(self, x):\n        self.items.append(x)\n    def top(self):\n        return self.items[-1] if self.items else None\n",
  'from typing import List\n\ndef f(xs: List[int]) -> bool:\n    """Any even?\n\n    >>> f([2])\n    True\n    """\n    return any(x % 2 == 0 for x in xs)\n',
  "def f(d):\r\n    for k, v in d.items():\r\n        if v == 0:\r\n            continue\r\n        yield k\r\n",
  "def f(m):\n\ttotal = 0\n\tfor row in m:\n\t\tfor x in row:\n\t\t\ttotal += x\n\treturn total\n",
  "def größe(wörter):\n    return [w for w in wörter if w != 'ä😀' and len(w) > 1]\n",
  "def f(x):\n    try:\n        return int(x)\n    except ValueError as e:\n        print(f'{x!r:>10} is bad {e}')\n    finally:\n        pass\n",
  "def f(p):\n    match p:\n        case [x, y] if x == y:\n            return x\n        case {'a': v}:\n            return v * 2\n        case _:\n            return 0\n",
  "x = 3\ny = x * 2\nif y>5 and not x==4: print(y, sep='')\nelse: print(x)\n",
  "def f(a, b=2, *c, d=3, **e):\n    g = lambda u, v=1: u if v else -u\n    return g(a, b) + sum(c) + d, {**e}\n",
  "def f(n):\n    r = []\n    i = 0\n    while i < n:\n        if i % 2: i += 1; continue\n        r.append((\n            i\n            + 1  # next\n        ))\n        i += 1\n    else:\n        r.append(0)\n    return r\n",
  "async def f(q):\n    async with q as w:\n        return [await x for x in w]\n",
  "def f(a):\n    return (a[1:], a[::-1], a[:, None], not a is None, a if a else [a][0])\n",
  "import os\n\ndef outer(n):\n    def inner(k):\n        nonlocal n\n        n -= k\n        return n\n    return inner(1) or inner(2) or None\n",
  "def f(s, t):\n    return s.lower() == t.lower() and len(s)==len(t) or s<t<'z'\n",
  "class Solution:\n    def go(self, nums):\n        self.seen = set()\n        return self.helper(nums, 0) and sqrt(4) == count(nums)\n",
];

const texts = (source: string, limit = 100_000, facts = someFacts()): string[] =>
  generateCandidates(source, facts, limit).map(({ splices }) => applySplices(source, splices));

describe("generated candidates", () => {
  test("are programs that CPython compiles", () => {
    const program =
      "import json, sys\nout = []\nfor group in json.load(sys.stdin):\n  for text in group:\n    try: compile(text, 'x', 'exec', dont_inherit=True)\n    except SyntaxError as e: out.append([str(e), text])\nprint(json.dumps(out))";
    const refused = askPython<[string, string][]>(
      program,
      corpus.map((source) => texts(source, 2500)),
    );
    expect(refused).toEqual([]);
  });

  test.for(corpus)(
    "differ from the program and each other, are sorted and minimal, and say what they change: %j",
    (source) => {
      const candidates = generateCandidates(source, someFacts(), 100_000);
      const results = candidates.map(({ splices }) => applySplices(source, splices));
      expect(new Set([source, ...results]).size).toBe(results.length + 1);
      for (const [n, { splices, cost, words }] of candidates.entries()) {
        expect(cost).toBeGreaterThanOrEqual(candidates[n - 1]?.cost ?? -1);
        expect(words).toMatch(/^line \d+: \S/);
        for (const [k, { start, end, text }] of splices.entries()) {
          expect(start).toBeGreaterThanOrEqual(splices[k - 1]?.end ?? 0);
          expect(end).toBeLessThanOrEqual(source.length);
          const isTrimmed =
            start === end || text === "" || (source[start] !== text[0] && source[end - 1] !== text.at(-1));
          expect(isTrimmed || /[\uD800-\uDFFF]/.test(source.slice(start, end) + text)).toBe(true);
        }
      }
    },
  );

  test("are the same each time", () => {
    for (const source of corpus) expect(texts(source)).toEqual(texts(source));
  });

  test("are limited to the cheapest when there are too many", () => {
    expect(texts(corpus[1]!, 40)).toEqual(texts(corpus[1]!).slice(0, 40));
  });

  test("do not change examples, docstrings, annotations, decorators, imports or f-strings", () => {
    const source = `import os
@cache(1)
def f(a: int = 1, b: "x" = 2) -> int:
    """Adds 3.

    >>> f(1)
    4
    """
    note = """
    >>> f(2)
    5
    """
    return f"{a + 3}"
"""
>>> f(3)
6
"""
f(4)
`;
    const results = texts(source).map((text) => text.replace(/^(?:from|import) .*\n(?=import os)/, ""));
    const kept = [
      /^import os\n@cache\(1\)\n/,
      /def f\(a: int = .+, b: "x" = .+\) -> int:/,
      />>> f\(1\)\n {4}4\n/,
    ];
    const strings = [/>>> f\(3\)\n6\n/, /f\(4\)\n$/];
    for (const part of [...kept, ...strings]) expect(results.filter((text) => !part.test(text))).toEqual([]);
    expect(results.filter((text) => text.includes('f"') && !text.includes('f"{a + 3}"'))).toEqual([]);
    expect(results.filter((text) => text.includes('"""\n    >>> f(2)') && !text.includes("    5\n"))).toEqual(
      [],
    );
  });

  test("change only lines that every failing example ran", () => {
    const source = "def f(a):\n    if a > 3:\n        return a + 1\n    return a - 1\n";
    const candidates = generateCandidates(source, someFacts({ live: [2, 4] }), 10_000);
    const lineOf = (offset: number): number => source.slice(0, offset).split("\n").length;
    const dead = candidates.filter(({ splices }) =>
      splices.every(({ start, end }) => lineOf(start) === 3 && lineOf(end) === 3),
    );
    expect(candidates.length).toBeGreaterThan(20);
    expect(dead.map(({ words }) => words)).toEqual([]);
  });

  test("do not replace an observed string with a number", () => {
    const source = "def f(n, s, t):\n    return n * s\n";
    const facts = someFacts({ types: { f: { n: "int", s: "str", t: "str" } } });
    const results = texts(source, 10_000, facts);
    expect(results).toContain("def f(n, s, t):\n    return n * t\n");
    expect(results).not.toContain("def f(n, s, t):\n    return n * n\n");
  });

  test("do not exist when the text cannot be parsed", () => {
    expect(generateCandidates("def f(:\n", someFacts(), 10)).toEqual([]);
  });
});
