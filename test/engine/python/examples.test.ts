import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Harness } from "../../support/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

const lines = (...all: string[]): string => all.join("\n");

/** Each row: what the example shows, the text, a program it holds for, and one it does not hold for. */
const forms: readonly (readonly [name: string, examples: string, right: string, wrong: string])[] = [
  ["a doctest", ">>> f(3)\n9", "def f(x): return x * x", "def f(x): return x + x"],
  ["an assertion", "assert f(3) == 9", "def f(x): return x * x", "def f(x): return x + x"],
  ["an assertion with a message", "assert f(3) == 9, 'no'", "def f(x): return x * x", "def f(x): return 0"],
  ["a bare comparison", ">>> f(3) == 9", "def f(x): return x * x", "def f(x): return x + x"],
  ["a comparison expected True", ">>> f(3) == 9\nTrue", "def f(x): return x * x", "def f(x): return x + x"],
  ["a negation", ">>> not f(3)", "def f(x): return []", "def f(x): return [1]"],
  ["a chain of comparisons", "assert 0 < f(3) <= 9", "def f(x): return x * x", "def f(x): return 0"],
  ["free spacing", ">>> f()\n[1,5]", "def f(): return [1, 5]", "def f(): return [15]"],
  [
    "free spacing in what is no literal",
    ">>> f()\nP(x=1,y='a b')",
    "class P:\n def __repr__(s): return \"P(x=1, y='a b')\"\ndef f(): return P()",
    "class P:\n def __repr__(s): return \"P(x=1, y='ab')\"\ndef f(): return P()",
  ],
  [
    "a value over several lines",
    ">>> f()\n[[1, 2],\n [3, 4]]",
    "def f(): return [[1, 2], [3, 4]]",
    "def f(): return [[1, 2], [3]]",
  ],
  ["spaces inside a text", ">>> f()\n'a  b'", "def f(): return 'a  b'", "def f(): return 'a b'"],
  ["other quotes", '>>> f()\n"a"', "def f(): return 'a'", "def f(): return 'b'"],
  ["text is not a number", ">>> f()\n'1'", "def f(): return '1'", "def f(): return 1"],
  ["truth is not a number", ">>> f()\nTrue", "def f(): return True", "def f(): return 1"],
  [
    "truth inside is not a number",
    ">>> f()\n[True, {1: False}]",
    "def f(): return [True, {1: False}]",
    "def f(): return [True, {1: 0}]",
  ],
  ["a list is not a tuple", ">>> f()\n[1,2]", "def f(): return [1, 2]", "def f(): return (1, 2)"],
  [
    "a tuple inside is not a list",
    ">>> f()\n[(1,2)]",
    "def f(): return [(1, 2)]",
    "def f(): return [[1, 2]]",
  ],
  [
    "a set by value",
    ">>> f()\n{'b', 'a', 'c'}",
    "def f(): return {'c', 'a', 'b'}",
    "def f(): return {'c', 'a'}",
  ],
  [
    "a printed set by value",
    ">>> print(f())\n{'b', 'a', 'c'}",
    "def f(): return {'c', 'a', 'b'}",
    "def f(): return {'c', 'a'}",
  ],
  [
    "a dict by value",
    ">>> f()\n{'b': 1, 'a': 2}",
    "def f(): return {'a': 2, 'b': 1}",
    "def f(): return {'a': 1, 'b': 2}",
  ],
  [
    "a frozen set",
    ">>> f()\nfrozenset({2, 1})",
    "def f(): return frozenset([1, 2])",
    "def f(): return {1, 2}",
  ],
  [
    "a float to nine digits",
    ">>> f()\n1000000.5",
    "def f(): return 1000000.5 * (1 + 8e-10)",
    "def f(): return 1000000.5 * (1 + 2e-9)",
  ],
  ["a float at nothing", ">>> f()\n0.0", "def f(): return 8e-13", "def f(): return 2e-12"],
  ["a float as written", ">>> f()\n0.3", "def f(): return 0.1 + 0.2", "def f(): return 0.31"],
  [
    "a float inside as written",
    ">>> f()\n[0.3, (1e-13,)]",
    "def f(): return [0.1 + 0.2, (0.0,)]",
    "def f(): return [0.3, (0.1,)]",
  ],
  [
    "not a number",
    ">>> f()\n[nan, -inf]",
    "def f(): return [float('nan'), float('-inf')]",
    "def f(): return [0.0, 0.0]",
  ],
  [
    "an assertion about infinity",
    "assert f() == float('inf')",
    "def f(): return float('inf')",
    "def f(): return 1e308",
  ],
  [
    "a decimal",
    "from decimal import Decimal\nassert f() == Decimal('1.5')",
    "from decimal import Decimal\ndef f(): return Decimal('1.5')",
    "def f(): return '1.5'",
  ],
  [
    "a date",
    ">>> f()\ndatetime.date(2020,1,2)",
    "import datetime\ndef f(): return datetime.date(2020, 1, 2)",
    "import datetime\ndef f(): return datetime.date(2020, 1, 3)",
  ],
  [
    "a counter",
    ">>> f()\nCounter({'b': 1, 'a': 1})",
    "from collections import Counter\ndef f(): return Counter('ab')",
    "from collections import Counter\ndef f(): return Counter('aab')",
  ],
  [
    "a deque, a fraction and a range",
    "from collections import deque\nfrom fractions import Fraction\nassert f() == (deque([1]), Fraction(1, 2), range(3))",
    "from collections import deque\nfrom fractions import Fraction\ndef f(): return deque([1]), Fraction(2, 4), range(0, 3)",
    "def f(): return [1], 0.5, range(3)",
  ],
  ["a large integer", "assert f() == 3 ** 100", "def f(): return 3 ** 100", "def f(): return 3 ** 100 + 1"],
  [
    "a named tuple",
    "assert f() == (1, 2)",
    "from typing import NamedTuple\nclass P(NamedTuple):\n x: int\n y: int\ndef f(): return P(1, 2)",
    "def f(): return [1, 2]",
  ],
  [
    "an exception",
    ">>> f()\nTraceback (most recent call last):\n    ...\npackage.BadError: whatever",
    "class BadError(Exception): pass\ndef f(): raise BadError('x')",
    "def f(): raise ValueError('x')",
  ],
  [
    "an exception of a statement",
    ">>> x = f()\nTraceback (most recent call last):\nValueError",
    "def f(): raise ValueError('x')",
    "def f(): return 1",
  ],
  ["printing", ">>> f()\n1\n2", "def f():\n print(1)\n print(2)", "def f():\n print(1)\n print(3)"],
  ["printing and a value", ">>> f()\nhello\n3", "def f():\n print('hello')\n return 3", "def f(): return 3"],
  ["a printed value", ">>> print(f())\n4", "def f(): return 4", "def f(): return 5"],
  [
    "a statement that prints",
    ">>> for x in f():\n...     print(x)\na\nb",
    "def f(): return 'ab'",
    "def f(): return 'abc'",
  ],
  ["a blank line", ">>> f()\na\n<BLANKLINE>\nb", "def f(): print('a\\n\\nb')", "def f(): print('a\\nc\\nb')"],
  [
    "an ellipsis",
    ">>> f()  # doctest: +ELLIPSIS\n<P object at 0x...>",
    "class P:\n def __repr__(s): return '<P object at 0x12>'\ndef f(): return P()",
    "def f(): return 3",
  ],
  ["an open bracket with dots", ">>> f(\n...   3,\n... )\n9", "def f(x): return x * x", "def f(x): return 1"],
  ["an open bracket without dots", ">>> f(\n    3,\n)\n9", "def f(x): return x * x", "def f(x): return 1"],
  [
    "set-up in order",
    ">>> s = S()\n>>> s.push(1)\n>>> s.push(2)\n>>> s.pop()\n2\n>>> s.pop()\n1",
    "class S(list):\n push = list.append",
    "class S(list):\n def push(self, x): self.insert(0, x)",
  ],
  [
    "values set up for both sides",
    "n = 4\ndata = [3, 1]\nassert f(data) == [1, 3] and data == [1, 3]\nassert len(f([0] * n)) == n",
    "def f(x):\n x.sort()\n return x",
    "def f(x): return sorted(x)",
  ],
  [
    "a helper of the examples",
    "def items(node):\n    out = []\n    while node:\n        out.append(node.x)\n        node = node.next\n    return out\nassert items(f(2)) == [2, 1]",
    "class N:\n def __init__(s, x, next): s.x, s.next = x, next\ndef f(n): return N(n, f(n - 1)) if n else None",
    "def f(n): return None",
  ],
  [
    "a loop of assertions",
    "for x, y in [(2, 4), (3, 9)]:\n    assert f(x) == y",
    "def f(x): return x * x",
    "def f(x): return x + x",
  ],
  [
    "all of many",
    "cases = {2: 4, 3: 9}\nassert all(f(x) == y for x, y in cases.items())",
    "def f(x): return x * x",
    "def f(x): return x + x",
  ],
  [
    "two objects of the program",
    "assert P(1) == P(1)",
    "class P:\n def __init__(s, x): s.x = x\n def __eq__(s, o): return s.x == o.x",
    "class P:\n def __init__(s, x): pass",
  ],
  ["identity", "assert f() is f()", "x = []\ndef f(): return x", "def f(): return []"],
  [
    "membership in an object",
    "b = Bag()\nb.add(3)\nassert 3 in b and 4 not in b",
    "class Bag:\n def __init__(s): s.x = []\n def add(s, x): s.x.append(x)\n def __contains__(s, x): return x in s.x",
    "class Bag:\n def add(s, x): pass\n def __contains__(s, x): return False",
  ],
  [
    "membership in what a function makes",
    "b = bag_of([1, 3])\nassert 3 in b and 4 not in b and 1 in bag_of([1])",
    "class Bag(list): pass\ndef bag_of(x): return Bag(x)",
    "class Bag(list): pass\ndef bag_of(x): return Bag()",
  ],
  [
    "a generator beside written values",
    "from itertools import islice\nassert list(islice(f(), 3)) == [0, 1, 2]\nassert list(zip(f(), 'ab')) == [(0, 'a'), (1, 'b')]\nassert 7 in f()",
    "import itertools\ndef f(): yield from itertools.count()",
    "def f(): yield from (0, 1, 2, 3)",
  ],
  [
    "a type",
    "assert isinstance(f(), list) and type(f()) is list",
    "def f(): return []",
    "def f(): return ()",
  ],
  [
    "the text of an object",
    "assert str(P() + 1) == 'P1'",
    "class P:\n def __add__(s, o): return 'P1'",
    "class P:\n def __add__(s, o): return 'P2'",
  ],
  [
    "a generator",
    "assert list(f(2)) == [0, 1]\nassert sum(f(3)) == 3",
    "def f(n): yield from range(n)",
    "def f(n): yield n",
  ],
  [
    "closeness",
    "import math\nassert math.isclose(f(), 1.414, rel_tol=1e-3)\nassert abs(f() - 1.414) < 0.001",
    "def f(): return 2 ** 0.5",
    "def f(): return 1.5",
  ],
  [
    "a builtin the program defines anew",
    "assert sum([1, 2]) == -3",
    "def sum(x): return -3",
    "def add(x): return 0",
  ],
  ["short circuits", "assert f() is None or f().x == 3", "def f(): return None", "def f(): return 3"],
  [
    "a file the program writes",
    "import os\nf()\nassert os.path.exists('made') and open('made').read() == 'x'",
    "def f(): open('made', 'w').write('x')",
    "def f(): pass",
  ],
  [
    "a coroutine",
    "import asyncio\nassert asyncio.run(f()) == 3",
    "async def f(): return 3",
    "async def f(): return 4",
  ],
  ["a bare call", ">>> f()", "def f(): return 1", "def f(): raise ValueError"],
  ["a call that ends the examples", "x = f()", "def f(): return 1", "def f(): raise ValueError"],
  [
    "a function of the examples that the program calls",
    "def spy(x):\n    spy.seen = x\nf(spy)\nassert spy.seen == 3",
    "def f(g): g(3)",
    "def f(g): g(4)",
  ],
  [
    "tests written as functions",
    "def check(g):\n    assert g(2) == 4\ncheck(f)",
    "def f(x): return x * x",
    "def f(x): return 0",
  ],
];

describe("examples", () => {
  test.each(forms)(
    "%s passes for a right program and fails for a wrong one",
    async (_name, examples, right, wrong) => {
      const good = await harness.check(right, examples);
      expect(good.judged.filter((example) => example.problem !== null)).toEqual([]);
      expect(good.judged.filter((each) => !each.held)).toEqual([]);
      expect(good.held.length).toBeGreaterThan(0);
      expect((await harness.check(wrong, examples)).held).toContain(false);
    },
  );

  test.each(forms.filter(([, examples]) => examples.startsWith(">>>")))(
    "%s in the code passes for a right program and fails for a wrong one",
    async (_name, examples, right, wrong) => {
      const written = (code: string): string => `${code}\nexamples = ${JSON.stringify(examples)}\n`;
      const good = await harness.check(written(right));
      expect(good.judged.filter((each) => !each.held)).toEqual([]);
      expect(good.held.length).toBeGreaterThan(0);
      expect((await harness.check(written(wrong))).held).toContain(false);
    },
  );

  test("an assertion that does not use the program is allowed", async () => {
    expect((await harness.check("x = 1", "assert 1 == 1\n>>> 1 + 1\n2\n>>> 1 + 1\n3")).held).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("doctests and assertions in one text are distinguished line by line", async () => {
    const examples =
      "Some words first:\n>>> f(1)\n1\nassert f(2) == 4\n\nx = 3\nassert f(x) == 9\n>>> f(4)\n16";
    const { judged, held } = await harness.check("def f(x): return x * x", examples);
    expect(judged.map((example) => [example.kind, example.text, example.expected])).toEqual([
      ["value", "f(1)", "1"],
      ["assertion", "assert f(2) == 4", "4"],
      ["assertion", "assert f(x) == 9", "9"],
      ["value", "f(4)", "16"],
    ]);
    expect(held).toEqual([true, true, true, true]);
  });

  test("a malformed example is reported with the reason and the others are kept", async () => {
    const { judged } = await harness.check(
      "def f(x): return x",
      ">>> f(1 +\n>>> f(2)\n2\n\nassert f(3 = 3\nassert f(4) == 4",
    );
    expect(judged.map((example) => example.kind)).toEqual(["unreadable", "value", "unreadable", "assertion"]);
    expect(judged[0]?.problem).toMatch(/does not parse/);
    expect(judged.map((each) => each.held)).toEqual([false, true, false, true]);
  });

  test("a skipped example is left out, and an import of the program itself is dropped", async () => {
    const { held } = await harness.check(
      "def f(): return 1",
      ">>> from mine import f\n>>> g()  # doctest: +SKIP\n2\n>>> f()\n1",
    );
    expect(held).toEqual([true]);
  });

  test("the actual value is shown in readable form", async () => {
    const code = "def f(x): return [x]\ndef g(): raise ValueError('bad')";
    const examples =
      ">>> f(1)\n[2]\nassert f(1)[0] + 1 == 3\nassert g() == 1\n>>> g()\nTraceback (most recent call last):\nKeyError\nassert f(1)[0] + 1 == f(2)[0] * 3 - 1";
    expect((await harness.check(code, examples)).judged.map((each) => each.got)).toEqual([
      "[1]",
      "2",
      "ValueError: bad",
      "ValueError: bad",
      "f(1)[0] + 1 is 2, f(2)[0] * 3 - 1 is 5",
    ]);
  });

  test("the actual value is shown as the program's own object, not as the judge's copy", async () => {
    const code = "class A:\n def __repr__(s): return '<an A>'\ndef f(): return A()";
    const { judged } = await harness.check(code, "assert f() < 3\nassert f() == 3\nassert f()[0] == 1");
    expect(judged.map(({ held, got }) => [held, got])).toEqual([
      [false, "<an A>"],
      [false, "<an A>"],
      [false, "TypeError: 'A' object is not subscriptable"],
    ]);
  });

  test("set-up that raises is reported by the next example", async () => {
    const { judged } = await harness.check(
      "def f(): raise ValueError('bad')",
      "x = f()\nassert x == 1\nassert 1 == 1",
    );
    expect(judged).toMatchObject([
      { held: false, got: "ValueError: bad (in the set-up before it: x = f())" },
      { held: true },
    ]);
  });

  test("examples before an endless one keep their result", async () => {
    const code = "def f(x):\n while x: pass\n return 0";
    const endless = "assert f(0) == 0\nassert f(1) == 0\nassert f(0) == 0";
    const { timedOut, isWhole, judged } = await harness.check(code, endless, { cpu_ms: 300 });
    expect({ timedOut, isWhole }).toEqual({ timedOut: true, isWhole: false });
    expect(judged.map((each) => each.held)).toEqual([true, false, false]);
    expect(judged[1]?.got).toMatch(/^no answer/);
  });

  test("a trace ends after a fixed number of lines", async () => {
    const code = "def f(x):\n while x: pass\n return 0";
    const { timedOut, facts } = await harness.check(code, "assert f(0) == 0\nassert f(1) == 0", {
      trace: true,
    });
    expect(timedOut).toBe(false);
    expect(facts?.lines).toEqual({ "0": [2, 3], "1": [2] });
  });

  test("a trace has the lines of each example, where it raised and the types of locals", async () => {
    const code =
      "def f(x):\n    if x:\n        return str(x)\n    try:\n        return {}[x]\n    except KeyError:\n        return [x]\n";
    const { facts } = await harness.check(code, "assert f(0) == [0]\nassert f(5) == '5'", { trace: true });
    expect(facts).toEqual({
      lines: { "0": [2, 4, 5, 6, 7], "1": [2, 3] },
      raised: [5],
      types: { f: { x: ["int"] } },
      files: { "0": ["main.py"], "1": ["main.py"] },
    });
  });
});

describe("examples in the code", () => {
  test("every string with a prompt counts, with its line in the file; f-strings do not", async () => {
    const code = lines(
      "text = 'no'",
      "class A:",
      '    """A class.',
      "",
      "    >>> A().one()",
      "    1",
      '    """',
      "    def one(self):",
      '        """>>> A().one() + 1',
      "        2",
      '        """',
      "        return 1",
      "table = {'k': '>>> A().one()\\n1'}",
      "nothing = f'''",
      ">>> A().one() {text}",
      "5",
      "'''",
      "prompt = '>>> '",
      '"""',
      ">>> A().one()",
      "7",
      '"""',
    );
    const { judged, held } = await harness.check(code, ">>> A().one()\n1");
    expect(judged.map((example) => example.line)).toEqual([5, 9, 13, 20, null]);
    expect(held).toEqual([true, true, true, false, true]);
  });

  test("an escape in a docstring does not break its line", async () => {
    const code = 'def f(s):\n    """\n    >>> f("a\\nb")\n    \'b\\na\'\n    """\n    return s[::-1]\n';
    expect((await harness.check(code)).held).toEqual([true]);
  });

  test("an example of a method that uses an undefined name is reported as unable to run", async () => {
    const code =
      'class A:\n    def one(self):\n        """\n        >>> self.one()\n        1\n        >>> A().one()\n        1\n        """\n        return 1\n';
    const { judged } = await harness.check(code);
    expect(judged[0]?.problem).toMatch(/cannot run: self is defined neither/);
    expect(judged[1]?.problem).toBeNull();
    expect(judged).toMatchObject([
      { held: false, got: "NameError: name 'self' is not defined" },
      { held: true },
    ]);
  });

  test("only the supplied examples count for code that does not parse", async () => {
    expect((await harness.check("def f(:\n '>>> f()'", "assert f(1) == 1")).judged).toMatchObject([
      { line: null, kind: "assertion", held: false },
    ]);
  });
});

describe("the plan of a screen", () => {
  test.each([
    ["assert f(2) == 'SECRET'", ["f(2)"]],
    ["assert 'SECRET' == f(2)", ["f(2)"]],
    [">>> f(2)\n'SECRET'", ["f(2)"]],
    ["def test_f():\n    assert f(2) == 'SECRET'", ["f(2)"]],
    ["class T(TestCase):\n    def test_f(self):\n        self.assertEqual(f(2), 'SECRET')", ["f(2)"]],
    ["assert f(1) == 'SECRET' and f(f(2)).strip() == 'SECRET'", ["f(1)", "f(f(2)).strip()"]],
    ["assert f(1)\nassert not f(2)", ["f(1)", "f(2)"]],
    [">>> f(1)\nTraceback (most recent call last):\nSECRET", ["f(1)"]],
    ["want = 'SECRET'\nassert f(2) == want", ["f(2)"]],
    ["got = f(2)\nwant = ['SECRET']\nassert got == want", [{ exec: "got = f(2)" }, "got"]],
    [
      "g = {1: 2}\nassert not f(g)\nwant = 'SECRET'\nassert want == f(g)",
      [{ exec: "g = {1: 2}" }, "f(g)", "f(g)"],
    ],
    [
      "a = f(1)\nb = f(2)\na.next = [b]\nassert a.next == 'SECRET'",
      [{ exec: "a = f(1)" }, { exec: "b = f(2)" }, { exec: "a.next = [b]" }, "a.next"],
    ],
    ["a = open('x')\na.next = 3\nassert f(2) == 4", ["f(2)"]],
    ["x = 3\nwant = 'SECRET'\nassert f(x) == 4", [{ exec: "x = 3" }, "f(x)"]],
    [
      "s = f(1)\ns.push(2)\nassert s.pop() == 'SECRET'",
      [{ exec: "s = f(1)" }, { exec: "s.push(2)" }, "s.pop()"],
    ],
    ["for x, y in [(1, 'SECRET')]:\n    assert f(x) == y", []],
    ["f = lambda x: 'SECRET'\nassert f(2) == 'SECRET'", []],
    ["assert f(2) == sorted('SECRET')", ["f(2)"]],
    ["assert abs(f(2) - 'SECRET') <= 0.1", ["f(2)"]],
    ["assert 'SECRET' in f(2)", ["f(2)"]],
    ["assert 0 < f(2) < 'SECRET'", ["f(2)"]],
    ["assert isinstance(f(2), int) == True", ["f(2)"]],
    ["assert f(1) + f(2) == 'SECRET'", []],
    ["assert f(1) < open('SECRET')", []],
    ["assert f(1) < (lambda: 'SECRET')()", []],
    ["assert sorted(f(2)) == ['SECRET']", ["sorted(f(2))"]],
    ["with raises(SECRET):\n    assert f(2) == 'SECRET'", []],
  ])("has calls with literal arguments and no expected values: %s", async (examples, asked) => {
    expect((await harness.plan("def f(x): return x", examples)).steps).toEqual(asked);
  });
});

/** Each row: what is weak about it, the examples, a program they hold for. */
const weak: readonly (readonly [name: string, examples: string, code: string])[] = [
  ["two objects compared", "assert P() == P()", "class P:\n def __eq__(s, o): return True"],
  ["two values of the program", "assert f(2) == f(2)", "def f(x): return x"],
  ["the truth of an object", "assert P()", "class P:\n def __bool__(s): return True"],
  ["membership", "b = P()\nassert 3 in b", "class P:\n def __contains__(s, o): return True"],
  [
    "arithmetic with the caller's value",
    "assert (P() - 3).x == 0",
    "class P:\n x = 0\n def __sub__(s, o): return s",
  ],
  ["what came back", "s = 'abc'\nassert f(s) == s", "def f(x): return x"],
  ["a changed argument", "xs = [2, 1]\nassert f(xs) == sorted(xs)", "def f(x):\n x.clear()\n return []"],
  ["a loop over nothing", "for x in f(3):\n    assert x == 3", "def f(x): return []"],
  ["a call", "f(3)", "def f(x): return x"],
  ["nothing of the program", "assert 1 + 1 == 2", "def f(x): return x"],
];

/** Each row: what the judge compares by itself. */
const strong: readonly (readonly [name: string, examples: string, code: string])[] = [
  ["a plain value", "assert f(3) == 9", "def f(x): return 9"],
  ["a plain truth", "assert f(7)\nassert f(7) is True\nassert f(7) == True", "def f(x): return True"],
  ["a type", "assert isinstance(f(1), int)", "def f(x): return 1"],
  ["one strong part", "r = f(7)\nassert isinstance(r, int) and r == 49", "def f(x): return 49"],
  ["an attribute", "assert P().x == 3", "class P:\n x = 3"],
  ["the text of an object", "assert str(P()) == 'a P'", "class P:\n def __str__(s): return 'a P'"],
  ["a doctest", ">>> f(1)\nTrue", "def f(x): return True"],
  [
    "an exception",
    "try:\n    f(1)\n    assert False\nexcept ValueError:\n    pass",
    "def f(x): raise ValueError",
  ],
  ["items of an object", "assert list(P()) == [1, 2]", "class P:\n def __iter__(s): return iter([1, 2])"],
  [
    "objects in the program's order",
    "assert [p.x for p in sorted([P(2), P(1)])] == [1, 2]",
    "class P:\n def __init__(s, x): s.x = x\n def __lt__(s, o): return s.x < o.x",
  ],
];

describe("an example", () => {
  test.each(weak)(
    "is weak when the program's own code decides the comparison: %s",
    async (_name, examples, code) => {
      const checked = await harness.check(code, examples);
      expect(checked.held).not.toContain(false);
      expect(checked.weak).toContain(true);
    },
  );

  test.each(strong)("is not weak otherwise: %s", async (_name, examples, code) => {
    const checked = await harness.check(code, examples);
    expect(checked.held).not.toContain(false);
    expect(checked.weak).not.toContain(true);
  });
});

describe("for a name that both the examples and the program define", () => {
  test.each([
    [
      "a comparison with a builtin is one with Python's",
      "def set(x): return 0\ndef f(): return 0",
      "assert f() == set([1])",
      [false],
    ],
    [
      "a builtin that stands alone is the program's",
      "def sum(x): return -3",
      "assert sum([1, 2]) == -3\n>>> sum([1, 2])\n-3",
      [true, true],
    ],
    [
      "an import from the program says that it is the program's",
      "def sum(x): return -3",
      "from main import sum\nxs = [1, 2]\nassert sum(xs) == -3",
      [true],
    ],
    [
      "a builtin's name given to a value is Python's for the examples",
      "def f(): return 3\nif __name__ == '__main__':\n    sum = f()",
      "want = sum([1, 2])\nassert f() == want",
      [true],
    ],
    [
      "a builtin put there without a statement is asked for",
      "globals()['sum'] = lambda x: -3",
      "assert sum([1, 2]) == 3",
      [false],
    ],
    [
      "an import put aside without a statement is asked for",
      "from math import gcd\nglobals()['gcd'] = lambda *a: 0",
      "assert gcd(4, 6) == 2",
      [false],
    ],
    [
      "an import that stands is the program's",
      "from math import gcd",
      "assert gcd(4, 6) == 2\n>>> gcd(4, 6)\n2",
      [true, true],
    ],
    ["a module is Python's", "class math:\n    pi = 0\ndef f(): return 0", "assert f() == math.pi", [false]],
    [
      "a module the program imports is known",
      "import math\ndef f(): return math.pi",
      "assert f() == math.pi\nassert math.isclose(f(), math.pi)",
      [true, true],
    ],
    [
      "an alias the program imports is known",
      "import datetime as dt\ndef f(): return dt.date(2020, 1, 2)",
      "assert f() == dt.date(2020, 1, 2)",
      [true],
    ],
  ])("%s", async (_name, code, examples, held) => {
    expect((await harness.check(code, examples)).callers).toEqual(held);
  });

  test("Python's functions are used when the text names anything else of the program", async () => {
    const code = "def sum(x): return 3\ndef abs(x): return 0\ndef f(): return 0";
    const { callers } = await harness.check(
      code,
      "assert abs(sum([1, 2]) - 3) < 1\nwant = sum([1, 2])\nassert f() == want\nassert f() == 0",
    );
    expect(callers).toEqual([true, false, true]);
  });

  test("an alias that the program gives a module does not reach the judge's modules", async () => {
    const code = "from collections import _sys as close\nimport os as other\ndef f(): return 0";
    const { judged } = await harness.check(
      code,
      "close.modules.clear()\nother.abort = None\nassert f() == 0",
    );
    expect(judged).toMatchObject([{ held: true }]);
  });
});
