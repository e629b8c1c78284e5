import { beforeAll, describe, expect, test } from "vitest";
import { Job } from "../../../engine/job.ts";
import type { Verdict } from "../../../engine/verdict.ts";
import { borrowTestEngine, type TestEngine } from "../../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await borrowTestEngine();
});

type Program = [title: string, code: string, files?: Record<string, string>, path?: string];

async function judge([, code, files, path]: Program): Promise<Verdict> {
  const job = Job.parse({ code, files, options: path === undefined ? {} : { path } });
  return (await engine.engine.judge(job, new AbortController().signal)).verdict;
}

describe("a name missing from another file is an error", () => {
  test.for<Program>([
    [
      "from-import",
      "from pricing import totl\n\nprint(totl([1]))\n",
      {
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "attribute",
      "import pricing\n\nprint(pricing.totl([1]))\n",
      {
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "attribute of an alias",
      "import pricing as p\n\nprint(p.totl([1]))\n",
      {
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "second of a list",
      "from pricing import (\n    total,\n    Bascket,\n)\n\nprint(total([1]), Bascket())\n",
      {
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "as another name",
      "from pricing import RATES as rates\n\nprint(rates)\n",
      {
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "inside a function",
      "def bill():\n    from pricing import totall\n\n    return totall([1])\n\n\nprint(bill())\n",
      {
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "attribute inside a function",
      "import pricing\n\n\ndef bill():\n    return pricing.rate\n\n\nprint(bill())\n",
      {
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "constant in other case",
      "from pricing import rate\n\nprint(rate)\n",
      {
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "package's own names",
      "from shop import totl\n\nprint(totl())\n",
      { "shop/__init__.py": "def total():\n    return 1\n" },
    ],
    [
      "module in a package",
      "from shop.pricing import totl\n\nprint(totl())\n",
      {
        "shop/__init__.py": "",
        "shop/pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "module in a package, attribute",
      "import shop.pricing\n\nprint(shop.pricing.totl([1]))\n",
      {
        "shop/__init__.py": "",
        "shop/pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "module taken from a package",
      "from shop import pricing\n\nprint(pricing.totl([1]))\n",
      {
        "shop/__init__.py": "",
        "shop/pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "folder without a file",
      "from shop.pricing import totl\n\nprint(totl())\n",
      {
        "shop/pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "relative",
      "from .pricing import totl\n\n\ndef bill():\n    return totl([1])\n",
      {
        "shop/__init__.py": "",
        "shop/pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
      "shop/bill.py",
    ],
    [
      "relative two up",
      "from ..pricing import totl\n\n\ndef bill():\n    return totl([1])\n",
      {
        "shop/__init__.py": "",
        "shop/sub/__init__.py": "",
        "shop/pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
      "shop/sub/bill.py",
    ],
    [
      "relative without __init__",
      "from .pricing import totl\n\n\ndef bill():\n    return totl([1])\n",
      {
        "shop/pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
      "shop/bill.py",
    ],
    [
      "relative at the top",
      "from .pricing import totl\n\n\ndef bill():\n    return totl([1])\n",
      {
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "relative module, attribute",
      "from . import pricing\n\n\ndef bill():\n    return pricing.totl([1])\n",
      {
        "shop/__init__.py": "",
        "shop/pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
      "shop/bill.py",
    ],
    [
      "star that does not give it",
      "from shop import totl\n\nprint(totl())\n",
      {
        "shop/__init__.py": "from shop.pricing import *\n",
        "shop/pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "private name behind a star",
      "from shop import _hidden\n\nprint(_hidden())\n",
      {
        "shop/__init__.py": "from .core import *\n",
        "shop/core.py": "def _hidden():\n    return 1\n\n\ndef shown():\n    return 2\n",
      },
    ],
    [
      "left out of __all__",
      "from shop import second\n\nprint(second())\n",
      {
        "shop/__init__.py": "from .core import *\n",
        "shop/core.py":
          "__all__ = ['first']\n\n\ndef first():\n    return 1\n\n\ndef second():\n    return 2\n",
      },
    ],
    [
      "in another file than the main one",
      "import bill\n\nprint(bill.go())\n",
      {
        "bill.py": "from pricing import totl\n\n\ndef go():\n    return totl([1])\n",
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "a method taken for a function",
      "from basket import add\n\nprint(add(1))\n",
      { "basket.py": "class Basket:\n    def add(self, item):\n        return item\n" },
    ],
    [
      "a local of a function",
      "from basket import rows\n\nprint(rows)\n",
      { "basket.py": "def load():\n    rows = [1]\n    return rows\n\n\nprint(load())\n" },
    ],
    ["an empty module", "from empty import thing\n\nprint(thing)\n", { "empty.py": "" }],
    [
      "a class's base",
      "import pricing\n\n\nclass Big(pricing.Bascket):\n    pass\n\n\nprint(Big())\n",
      {
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "a decorator",
      "import tools\n\n\n@tools.cashed\ndef f():\n    return 1\n\n\nprint(f())\n",
      { "tools.py": "def cached(f):\n    return f\n" },
    ],
    [
      "a name that shadows a library module",
      "import queue\n\nprint(queue.Queue())\n",
      { "queue.py": "def push(x):\n    return x\n" },
    ],
    [
      "written in a comment only",
      "from pricing import totl\n\nprint(totl([1]))\n",
      {
        "pricing.py":
          "# totl is gone\ndef total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
  ])("%s", async (program) => {
    const verdict = await judge(program);
    expect(verdict.valid).toBe(false);
    const errors = verdict.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ rule }) => rule)).toEqual(["python:missing-name"]);
  });
});

describe("a name that another file has or may have is not an error", () => {
  test.for<Program>([
    [
      "right from-import",
      "from pricing import total\n\nprint(total([1]))\n",
      {
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "right star re-export",
      "from shop import total\n\nprint(total([1]))\n",
      {
        "shop/__init__.py": "from .pricing import *\n",
        "shop/pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "listed in __all__",
      "from shop import _second\n\nprint(_second())\n",
      {
        "shop/__init__.py": "from .core import *\n",
        "shop/core.py": "__all__ = ['_second']\n\n\ndef _second():\n    return 2\n",
      },
    ],
    [
      "module __getattr__",
      "from lazy import anything\n\nprint(anything)\n",
      { "lazy.py": "def __getattr__(name):\n    return name\n" },
    ],
    [
      "conditional",
      "from maybe import fast\n\nprint(fast())\n",
      {
        "maybe.py":
          "import os\n\nif os.name == 'nt':\n    def fast():\n        return 1\nelse:\n    def fast():\n        return 2\n",
      },
    ],
    [
      "try",
      "from maybe import loads\n\nprint(loads('1'))\n",
      { "maybe.py": "try:\n    from ujson import loads\nexcept ImportError:\n    from json import loads\n" },
    ],
    ["exec", "from made import answer\n\nprint(answer)\n", { "made.py": "exec('answer = 42')\n" }],
    ["globals", "from made import answer\n\nprint(answer)\n", { "made.py": "globals()['answer'] = 42\n" }],
    [
      "globals update",
      "import made\n\nprint(made.answer)\n",
      { "made.py": "globals().update({'ans' + 'wer': 42})\n" },
    ],
    [
      "vars",
      "from made import answer\n\nprint(answer)\n",
      { "made.py": "for name in ['ans' + 'wer']:\n    vars()[name] = 42\n" },
    ],
    [
      "setattr on its own module",
      "from made import answer\n\nprint(answer)\n",
      { "made.py": "import sys\n\nsetattr(sys.modules[__name__], 'ans' + 'wer', 42)\n" },
    ],
    ["locals", "from made import answer\n\nprint(answer)\n", { "made.py": "locals()['answer'] = 42\n" }],
    [
      "set from outside",
      "import settings\n\nsettings.level = 3\nprint(settings.level)\n",
      { "settings.py": "name = 'x'\n" },
    ],
    [
      "set from another file",
      "import settings\nimport setup_all\n\nsetup_all.go()\nprint(settings.level)\n",
      {
        "settings.py": "name = 'x'\n",
        "setup_all.py": "import settings\n\n\ndef go():\n    settings.level = 3\n",
      },
    ],
    [
      "setattr from outside",
      "import settings\n\nsetattr(settings, 'level', 3)\nprint(settings.level)\n",
      { "settings.py": "name = 'x'\n" },
    ],
    [
      "asked for",
      "import settings\n\nif hasattr(settings, 'level'):\n    print(settings.level)\n",
      { "settings.py": "name = 'x'\n" },
    ],
    [
      "caught import",
      "try:\n    from pricing import newest\nexcept ImportError:\n    newest = None\n\nprint(newest)\n",
      {
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "caught attribute",
      "import pricing\n\ntry:\n    newest = pricing.newest\nexcept AttributeError:\n    newest = None\n\nprint(newest)\n",
      {
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "only for types",
      "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from pricing import Kind\n\n\ndef f(kind: 'Kind'):\n    return kind\n\n\nprint(f(1))\n",
      {
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "submodule",
      "from shop import pricing\n\nprint(pricing.total([1]))\n",
      {
        "shop/__init__.py": "",
        "shop/pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "submodule imported elsewhere",
      "import shop\nimport other\n\nprint(shop.pricing.total([1]), other)\n",
      {
        "shop/__init__.py": "",
        "shop/pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
        "other.py": "import shop.pricing\n\nprint(shop.pricing)\n",
      },
    ],
    [
      "else of TYPE_CHECKING",
      "from maybe import Kind\n\nprint(Kind)\n",
      {
        "maybe.py":
          "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    pass\nelse:\n    Kind = object\n",
      },
    ],
    [
      "older version branch",
      "from maybe import Kind\n\nprint(Kind)\n",
      {
        "maybe.py": "import sys\n\nif sys.version_info >= (3, 99):\n    Kind = int\nelse:\n    Kind = str\n",
      },
    ],
    [
      "global statement",
      "import counter\n\ncounter.start()\nprint(counter.count)\n",
      { "counter.py": "def start():\n    global count\n    count = 1\n" },
    ],
    [
      "own attributes of modules",
      "import pricing\n\nprint(pricing.__name__, pricing.__doc__, pricing.__file__)\n",
      {
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "star of a missing package",
      "from shop import thing\n\nprint(thing)\n",
      { "shop.py": "from notinstalled import *\n" },
    ],
    [
      "a circle",
      "import b\n\n\ndef f():\n    return b.g()\n",
      { "b.py": "import main\n\n\ndef g():\n    return main.f\n" },
    ],
    [
      "rebound",
      "import pricing\n\npricing = pricing.Basket()\nprint(pricing)\n",
      {
        "pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
    [
      "replaced in sys.modules",
      "import lazy\n\nprint(lazy.anything)\n",
      { "lazy.py": "import sys\n\n\nclass Lazy:\n    anything = 1\n\n\nsys.modules[__name__] = Lazy()\n" },
    ],
    [
      "enum export",
      "from colours import RED\n\nprint(RED)\n",
      { "colours.py": "import enum\n\n\n@enum.global_enum\nclass Colour(enum.Enum):\n    RED = 1\n" },
    ],
    [
      "loop variable",
      "from made import name\n\nprint(name)\n",
      { "made.py": "for name in ['a']:\n    print(name)\n" },
    ],
    [
      "with as and except",
      "from made import stream\n\nprint(stream)\n",
      { "made.py": "import io\n\nwith io.StringIO() as stream:\n    print(stream)\n" },
    ],
    [
      "walrus",
      "from made import size\n\nprint(size)\n",
      { "made.py": "if (size := 3) > 1:\n    print(size)\n" },
    ],
    [
      "match",
      "from made import rest\n\nprint(rest)\n",
      {
        "made.py":
          "match [1, 2]:\n    case [_, *rest]:\n        print(rest)\n    case _:\n        rest = []\n",
      },
    ],
    [
      "star chain",
      "from a import deep\n\nprint(deep())\n",
      { "a.py": "from b import *\n", "b.py": "from c import *\n", "c.py": "def deep():\n    return 1\n" },
    ],
    [
      "after an exit",
      "from made import late\n\nprint(late)\n",
      { "made.py": "import sys\n\nif len(sys.argv) > 99:\n    sys.exit()\nlate = 1\n" },
    ],
    [
      "a submodule that was not sent",
      "from shop import orders\n\nprint(orders)\n",
      {
        "shop/__init__.py": "",
        "shop/pricing.py":
          "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n\n\nRATE = 3\n\n\nclass Basket:\n    pass\n",
      },
    ],
  ])("%s", async (program) => {
    const { diagnostics } = await judge(program);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});

describe("a module that was not sent", () => {
  const saidOf = async (program: Program): Promise<string[]> =>
    (await judge(program)).diagnostics
      .filter(({ rule }) => rule === "python:unsent-module")
      .map(({ file, line, severity, message }) => `${file}:${line} ${severity} ${message}`);
  const advice = "Add it to `files`, and set `options.path`.";

  test("is reported for a single text and among several files", async () => {
    const code = "from .bb import foo\nfrom .cc import bar\n\nprint(foo, bar)\n";
    expect(await saidOf(["", code])).toEqual([
      "null:1 warning `.bb`, `.cc` were not sent, so nothing imported from them was checked. " +
        advice.replace("it", "them"),
    ]);
    expect(await saidOf(["", code, { "pkg/cc.py": "bar = 1\n" }, "pkg/aa.py"])).toEqual([
      `pkg/aa.py:1 warning \`.bb\` was not sent, so nothing imported from it was checked. ${advice}`,
    ]);
  });

  test("is reported when a sent package imports it by its full name", async () => {
    const code = "import shop.prices\nfrom shop.stock import count\n\nprint(shop.prices, count)\n";
    const said = `main.py:1 warning \`shop.prices\` was not sent, so nothing imported from it was checked. ${advice}`;
    expect(await saidOf(["", code, { "shop/__init__.py": "", "shop/stock.py": "count = 1\n" }])).toEqual([
      said,
    ]);
    expect(await saidOf(["", code, { "shop/stock.py": "count = 1\n" }])).toEqual([said]);
    expect(await saidOf(["", code, { "shop/stock.py": "count = 1\n", "shop/prices.py": "" }])).toEqual([]);
    expect(await saidOf(["", code, { "other/stock.py": "count = 1\n" }])).toEqual([]);
    expect(await saidOf(["", code])).toEqual([]);
  });

  test("may be imported with `from . import`", async () => {
    const code = "from . import bb, cc\n\nprint(bb, cc)\n";
    const sent = { "pkg/bb.py": "", "pkg/cc.py": "" };
    expect(await saidOf(["", code, { "pkg/cc.py": "" }, "pkg/aa.py"])).toHaveLength(1);
    expect(await saidOf(["", code, sent, "pkg/aa.py"])).toEqual([]);
    expect(await saidOf(["", code, { "pkg/__init__.py": "bb = cc = 1\n" }, "pkg/aa.py"])).toEqual([]);
  });

  test("may be created by another module at run time", async () => {
    const code = "from .six.moves import urllib\n\nprint(urllib)\n";
    const six = "import sys\n\nsys.modules[__name__ + '.moves'] = sys\n";
    expect(await saidOf(["", code, { "pkg/six.py": six }, "pkg/aa.py"])).toEqual([]);
    expect(await saidOf(["", code, { "pkg/six/__init__.py": six }, "pkg/aa.py"])).toHaveLength(1);
  });

  test("is searched from the folder of the importing file", async () => {
    const files = { "pkg/sub/cc.py": "from ..aa import x\nfrom ..dd import y\n\nprint(x, y)\n" };
    expect(await saidOf(["", "x = 1\n", files, "pkg/aa.py"])).toEqual([
      `pkg/sub/cc.py:1 warning \`..dd\` was not sent, so nothing imported from it was checked. ${advice}`,
    ]);
  });
});
