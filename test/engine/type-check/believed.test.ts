import { beforeAll, describe, expect, test } from "vitest";
import { borrowTestEngine, type TestEngine } from "../../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await borrowTestEngine();
});

async function errorsIn(code: string): Promise<string[]> {
  const { diagnostics } = await engine.verdictOf(code);
  return diagnostics.filter(({ severity }) => severity === "error").map(({ rule }) => rule);
}

/** What works, and its neighbour that does not. */
type Neighbours = [title: string, works: string, fails: string, rule: string];

describe("an assumption of mypy is corrected:", () => {
  test.each<Neighbours>([
    [
      "a variable may get a value of another type",
      "def f(n: int) -> str:\n    row = [n]\n    row = ','.join(map(str, row))\n    return row + '.'\n",
      "def f(n: int) -> str:\n    row = [n]\n    return row + '.'\n",
      "mypy:operator",
    ],
    [
      "an attribute that starts as None is set by a subclass",
      "class Base:\n    limit = None\n\n    def rest(self, n):\n        return self.limit - n\n\n\nclass Small(Base):\n    limit = 3\n",
      "class Base:\n    limit = 'x'\n\n    def rest(self, n: int):\n        return self.limit - n\n",
      "mypy:operator",
    ],
    [
      "an attribute that starts as None is set by another method",
      "class Reader:\n    def __init__(self):\n        self.rows = None\n\n    def load(self, rows):\n        self.rows = rows\n\n    def first(self):\n        return self.rows[0]\n",
      "class Reader:\n    def __init__(self):\n        self.rows = 5\n\n    def first(self):\n        return self.rows[0]\n",
      "mypy:index",
    ],
    [
      "infinity is where a search for a whole number starts",
      "def least(values: list[int]) -> int:\n    best = float('inf')\n    for value in values:\n        best = min(best, value)\n    return best\n",
      "def least(values: list[int]) -> int:\n    best = 'inf'\n    return best\n",
      "mypy:return-value",
    ],
    [
      "math.inf too",
      "import math\n\n\ndef least(values: list[int]) -> int:\n    best = math.inf\n    for value in values:\n        best = min(best, value)\n    return best\n",
      "import math\n\n\ndef least(values: list[int]) -> int:\n    return math.sqrt\n",
      "mypy:return-value",
    ],
    [
      "a list of None is filled later",
      "def table(n: int) -> int:\n    rows = [[None] * n for _ in range(n)]\n    for i in range(n):\n        for j in range(n):\n            rows[i][j] = i * j\n    return max(rows[0][0], rows[n - 1][0]) + 1\n",
      "def table(n: int) -> int:\n    rows = ['' for _ in range(n)]\n    return rows[0] + 1\n",
      "mypy:operator",
    ],
    [
      "a list takes a value of another type",
      "def halves(n: int):\n    row = [0] * n\n    row[0] = 0.5\n    row.append('end')\n    return row\n",
      "def halves(n: int):\n    row: list[int] = [0] * n\n    row.append('end')\n    return row\n",
      "mypy:arg-type",
    ],
    [
      "a decorator that is not installed makes the constructor",
      "from attrs import frozen\n\n\n@frozen\nclass Point:\n    x: int\n\n\nprint(Point(1))\n",
      "def same(cls):\n    return cls\n\n\n@same\nclass Point:\n    x: int = 0\n\n\nprint(Point(1))\n",
      "mypy:call-arg",
    ],
    [
      "a class body calls its own function",
      "class Lexer:\n    def quoted(word):\n        return '\"' + word + '\"'\n\n    rules = [quoted('a'), quoted('b')]\n",
      "def quoted(word: str):\n    return '\"' + word + '\"'\n\n\nclass Lexer:\n    rules = [quoted(1)]\n",
      "mypy:arg-type",
    ],
    [
      "a descriptor that only sets leaves reading to the instance",
      "class Resets:\n    def __set__(self, owner, value):\n        owner.__dict__['rows'] = value\n\n\nclass Table:\n    rows = Resets()\n\n    def first(self):\n        return self.rows[0]\n",
      "class Resets:\n    pass\n\n\nclass Table:\n    rows = Resets()\n\n    def first(self):\n        return self.rows[0]\n",
      "mypy:index",
    ],
  ])("%s", async (_, works, fails, rule) => {
    expect(await errorsIn(works)).toEqual([]);
    expect(await errorsIn(fails)).toContain(rule);
  });
});

describe("a type error is only a possible one when", () => {
  test.each<Neighbours>([
    [
      "some members of a union would work",
      "def f(x: int | str) -> int:\n    return x + 1\n",
      "def f(x: bytes | str) -> int:\n    return x + 1\n",
      "mypy:operator",
    ],
    [
      "None is tested for in the same function",
      "def f(x: int | None, ready: bool) -> int:\n    if x is None and ready:\n        return 0\n    return x + 1\n",
      "def f(x: int | None) -> int:\n    return x + 1\n",
      "mypy:operator",
    ],
    [
      "what may be None is an attribute that may be set elsewhere",
      "class Node:\n    def __init__(self, size: int | None) -> None:\n        self.size = size\n\n\ndef f(node: Node) -> int:\n    return node.size + 1\n",
      "def f(sizes: dict[str, int]) -> int:\n    return sizes.get('a') + 1\n",
      "mypy:operator",
    ],
    [
      "places that start as None are filled",
      "def f(n: int):\n    best = [None for _ in range(n)]\n    for i in range(n):\n        best[i] = i\n    return max(best[0], best[1])\n",
      "def f(n: int):\n    best = None\n    return best + n\n",
      "mypy:operator",
    ],
    [
      "values have little in common",
      "config = {'host': 'a', 'port': 80}\nprint('http://' + config['host'])\n",
      "config = {'host': 1, 'port': 80}\nprint('http://' + config['host'])\n",
      "mypy:operator",
    ],
    [
      "a text may be an allowed one",
      "from typing import Literal\n\n\ndef f(how: Literal['a', 'b']) -> None: ...\n\n\ndef g(how: str) -> None:\n    f(how)\n",
      "from typing import Literal\n\n\ndef f(how: Literal['a', 'b']) -> None: ...\n\n\nf('c')\n",
      "mypy:arg-type",
    ],
    [
      "only element types differ",
      "def f(rows: list[str | None]) -> None: ...\n\n\ndef g(rows: list[str]) -> None:\n    f(rows)\n",
      "def f(rows: list[str]) -> None: ...\n\n\ndef g(rows: int) -> None:\n    f(rows)\n",
      "mypy:arg-type",
    ],
    [
      "the number of values is not known",
      "def version(text: str) -> tuple[int, int]:\n    return tuple(map(int, text.split('.')))\n",
      "def version(text: str) -> tuple[int, int]:\n    return text.split('.')\n",
      "mypy:return-value",
    ],
    [
      "a type variable stands for any type",
      "from typing import TypeVar\n\nT = TypeVar('T')\n\n\ndef f(x: T) -> T:\n    return str(x)\n",
      "def f(x: int) -> int:\n    return str(x)\n",
      "mypy:return-value",
    ],
    [
      "a class is made when the program runs",
      "def child(base: type):\n    class Child(base):\n        pass\n\n    return Child\n",
      "def f(x: any) -> None: ...\n",
      "mypy:valid-type",
    ],
    [
      "a call goes through a variable",
      "from collections.abc import Mapping\n\n\nclass Field:\n    kind: type[Mapping]\n\n    def load(self, value):\n        return self.kind(value)\n",
      "class Field:\n    pass\n\n\nprint(Field(1))\n",
      "mypy:call-arg",
    ],
    [
      "a function is kept in an attribute",
      "from collections.abc import Callable\n\n\nclass Job:\n    run: Callable[[], int] = int\n\n    def start(self):\n        return self.run(1)\n",
      "add = lambda a, b: a + b\nprint(add(1))\n",
      "mypy:call-arg",
    ],
    [
      "arguments are unpacked",
      "def add(a: int, b: int) -> int:\n    return a + b\n\n\ndef f(row: tuple[int, int]) -> int:\n    return add(*row, 3)\n",
      "def add(a: int, b: int) -> int:\n    return a + b\n\n\ndef f(row: int) -> int:\n    return add(row, 2, 3)\n",
      "mypy:call-arg",
    ],
    [
      "a class is mixed into others",
      "class Timed:\n    def __init__(self, name):\n        super().__init__(name)\n",
      "class Base:\n    def __init__(self) -> None: ...\n\n\nclass Timed(Base):\n    def __init__(self, name):\n        super().__init__(name)\n",
      "mypy:call-arg",
    ],
    [
      "what is declared to be iterable may be a list",
      "from collections.abc import Iterable\n\n\ndef f(rows: Iterable[int]) -> int:\n    return len(rows)\n",
      "from collections.abc import Iterator\n\n\ndef f(rows: Iterator[int]) -> int:\n    return len(rows)\n",
      "mypy:arg-type",
    ],
    [
      "a list is made for what its calls do",
      "def f(names: list[str]) -> set[str]:\n    seen: set[str] = set()\n    [seen.add(name) for name in names]\n    return seen\n",
      "def f(names: list[str]) -> set[str]:\n    seen: set[str] = set()\n    return seen.add(names[0])\n",
      "mypy:func-returns-value",
    ],
    [
      "a call is made inside a condition",
      "def f(names: list[str]) -> list[str]:\n    seen: set[str] = set()\n    return [name for name in names if name not in seen and not seen.add(name)]\n",
      "def f(names: list[str]) -> None:\n    seen: set[str] = set()\n    print(seen.add(names[0]))\n",
      "mypy:func-returns-value",
    ],
    [
      "what a call answers is compared",
      "def f(names: list[str]) -> list[str]:\n    kept: list[str] = []\n    for name in names:\n        print(kept == kept.append(name))\n    return kept\n",
      "def f(names: list[str]) -> None:\n    kept: list[str] = []\n    names = kept.append('a')\n",
      "mypy:func-returns-value",
    ],
    [
      "None is passed on",
      "import os\n\n\ndef show(name: str) -> None: ...\n\n\nshow(os.environ.get('NAME'))\n",
      "def show(name: str) -> None: ...\n\n\nshow(None)\n",
      "mypy:arg-type",
    ],
    [
      "a special method is called by its name",
      "class Version(tuple):\n    def __lt__(self, other: object) -> bool:\n        return tuple.__lt__(self, other)\n",
      "def f(x: tuple[int, ...], y: str) -> bool:\n    return x < y\n",
      "mypy:operator",
    ],
  ])("%s", async (_, works, fails, rule) => {
    expect(await errorsIn(works)).toEqual([]);
    expect(await errorsIn(fails)).toContain(rule);
  });

  test("a possible type error stays visible as a warning with mypy's rule and message", async () => {
    const { valid, diagnostics } = await engine.verdictOf("def f(x: int | str) -> int:\n    return x + 1\n");
    expect(valid).toBe(true);
    expect(diagnostics).toMatchObject([{ severity: "warning", rule: "python:possible-type-error", line: 2 }]);
    expect(diagnostics[0]!.message).toContain("mypy:operator");
    expect(diagnostics[0]!.message).toContain('Unsupported operand types for + ("str" and "int")');
  });
});

describe("an annotation that mypy cannot read", () => {
  test.each([
    ["x = 1  # type: int,\n"],
    ["def f(\n    a,  # type: int,\n):\n    return a\n"],
    ["def f(a, b):\n    # type: (int) -> int\n    return a\n"],
    ["def f() -> (int, str):\n    return 1, ''\n"],
  ])("%j is a warning, and the rest is checked", async (code) => {
    const judgement = await engine.judge(`${code}print(1 + '')\n`);
    expect(judgement.isComplete).toBe(true);
    const { diagnostics } = judgement.verdict;
    expect(diagnostics.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual([
      "warning mypy:syntax",
      "error mypy:operator",
    ]);
  });
});
