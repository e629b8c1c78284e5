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
type Neighbours = [title: string, works: string, fails: string];

describe("an unknown fact does not lead to an error:", () => {
  test.each<Neighbours>([
    [
      "what a base that is not installed takes",
      "from sqlmodel import SQLModel\n\n\nclass User(SQLModel, table=True):\n    id: int | None = None\n\n\nprint(User(id=3, name='x'))\n",
      "class User(dict, table=True):\n    id: int | None = None\n",
    ],
    [
      "what a base that was not sent takes",
      "from .flows import ConfigFlow\n\n\nclass Flow(ConfigFlow, domain='x'):\n    def go(self):\n        return self.what + 1\n",
      "class ConfigFlow:\n    pass\n\n\nclass Flow(ConfigFlow, domain='x'):\n    pass\n",
    ],
    [
      "what a comparison for sorting is given",
      "from functools import cmp_to_key\n\nprint(sorted([3, 1], key=cmp_to_key(lambda x, y: y - x)))\nprint(sorted(['a'], key=cmp_to_key(lambda a, b: (a > b) - (a < b))))\n",
      "from functools import cmp_to_key\n\nprint(sorted([3, 1], key=cmp_to_key()))\n",
    ],
    [
      "what Tk reads as text",
      "import tkinter as tk\nfrom tkinter import ttk\n\nroot = tk.Tk()\nentry = tk.Entry(root, width='20')\nentry.insert('0', 5)\nentry.grid(row='1', column='2')\ncanvas = tk.Canvas(root, width='500')\ncanvas.create_line('0', 0, 1, 1)\nroot.after('100', print)\nttk.Button(root, text=5, width='3').pack(padx='5')\n",
      "import tkinter as tk\n\nroot = tk.Tk()\ntk.Frame(root, 3, 4, 5)\n",
    ],
    [
      "whether a search at the top found anything",
      "best = None\nfor x in [int(each) for each in input().split()]:\n    if best is None or x < best:\n        best = x\nprint(best + 1)\n",
      "best = None\nprint(best + 1)\n",
    ],
    [
      "whether a loop ran",
      "last = None\nfor x in input().split():\n    last = len(x)\nprint(last + 1)\n",
      "def read() -> int | None: ...\n\n\nprint(read() + 1)\n",
    ],
    [
      "whether a `try` came to its end",
      "def f(text):\n    size = None\n    try:\n        size = int(text)\n    except ValueError:\n        pass\n    return size + 1\n",
      "def f(text):\n    size = None\n    return size + len(text)\n",
    ],
    [
      "whether a function has set a global",
      "value = None\n\n\ndef load():\n    global value\n    value = 5\n\n\ndef use():\n    return value + 1\n\n\nload()\nprint(value + 1, use())\n",
      "value = None\n\n\ndef use():\n    return value + 1\n\n\nprint(use())\n",
    ],
    [
      "whether a function has set a nonlocal",
      "def outer():\n    value = None\n\n    def load():\n        nonlocal value\n        value = 5\n\n    load()\n    return value + 1\n",
      "def outer():\n    value = None\n\n    def show():\n        print(value)\n\n    show()\n    return value + 1\n",
    ],
    [
      "whether an attribute was set through `__dict__`",
      "class A:\n    rows = None\n\n    def __init__(self, values):\n        self.__dict__.update(values)\n\n    def first(self):\n        return self.rows[0] + 1\n",
      "class A:\n    rows = 5\n\n    def first(self):\n        return self.rows[0] + 1\n",
    ],
  ])("%s", async (_, works, fails) => {
    expect(await errorsIn(works)).toEqual([]);
    expect(await errorsIn(fails)).not.toEqual([]);
  });
});

describe("functions with an empty body", () => {
  const stub =
    "import re\n\n\ndef f(x: int) -> str: ...\n\n\nclass A:\n    @property\n    def size(self) -> int: ...\n    def g(\n        self, pattern: re.Pattern[str]\n    ) -> int: ...  # not yet\n";

  test("are accepted in a text of stubs only", async () => {
    expect(await engine.find(stub)).toEqual([]);
  });

  test("are reported beside functions with a body", async () => {
    const found = await engine.find(`${stub}\n\ndef h() -> int:\n    return f(1).count('a')\n`);
    expect(found.filter((each) => each.endsWith("mypy:empty-body"))).toHaveLength(3);
  });
});
