import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../service/config.ts";
import type { Types } from "../../engine/workers/type-checker/types.ts";
import { alone, openTestTypes } from "../support/engine.ts";

/** Varied on purpose, with names that several of them define in different ways. */
const programs = [
  "x = 1\nprint(x + '')\n",
  "x = ''\nprint(x + 1)\n",
  "def f(a: int) -> int:\n    return a\n\nf('')\n",
  "def f(a: str) -> str:\n    return a\n\nf(1)\n",
  "class A:\n    x: int = 0\n\nA().y\nA().x + ''\n",
  "class A:\n    y: str = ''\n\nA().x\nA().y + 1\n",
  "class A[T]:\n    def __init__(self, x: T) -> None:\n        self.x = x\n\nA(1).x + ''\n",
  "from dataclasses import dataclass\n\n@dataclass\nclass A:\n    x: int\n    y: str = ''\n\nA()\nA('', 1)\n",
  "from typing import NamedTuple\n\nclass A(NamedTuple):\n    x: int\n\nA('').x + ''\n",
  "from typing import TypedDict\n\nclass A(TypedDict):\n    x: int\n\na: A = {'y': 1}\na['z']\n",
  "from enum import Enum\n\nclass A(Enum):\n    X = 1\n\nA.Y\nA.X + 1\n",
  "from typing import Protocol\n\nclass P(Protocol):\n    def f(self) -> int: ...\n\nclass A:\n    def f(self) -> str:\n        return ''\n\ndef g(p: P): ...\n\ng(A())\n",
  "from typing import Protocol\n\nclass P(Protocol):\n    def f(self) -> str: ...\n\nclass A:\n    def f(self) -> str:\n        return ''\n\ndef g(p: P): ...\n\ng(A())\n",
  "from abc import ABC, abstractmethod\n\nclass A(ABC):\n    @abstractmethod\n    def f(self): ...\n\nA()\n",
  "from functools import partial, lru_cache\n\n@lru_cache\ndef f(x: int) -> int:\n    return x\n\nf('')\npartial(f, '')()\n",
  "import asyncio\n\nasync def f() -> int:\n    return ''\n\nasync def g():\n    f()\n    return await f() + ''\n\nasyncio.run(g())\n",
  "import re\n\nre.match('a', 'b').group()\n",
  "import os.path\nimport collections.abc\n\nos.path.join(1)\ncollections.abc.nothing\n",
  "import wave\nimport chunk\n\nwave.open(1).nothing\n",
  "import curses.panel\nimport xml.dom.minidom as m\n\nm.parseString(1).nothing\n",
  "import numpy as np\nimport requests\n\nnp.zeros(1) + ''\nrequests.get()\n",
  "from . import a\nfrom .b import *\n\na + 1\n",
  "type X = int | str\n\ndef f(x: X) -> X:\n    return [x]\n",
  "def f[T: (int, str)](x: T) -> T:\n    return x\n\nf([])\n",
  "x = []\ny = {}\nz = None\n",
  "class Node:\n    kids = None\n\nclass Leaf(Node):\n    kids = []\n\nLeaf().kids.append(1)\n",
  "class int:\n    pass\n\nx: int = 1\n",
  "str = 1\nlen = 2\nprint(len(''))\n",
  "import builtins\n\nbuiltins.nothing = 1\nbuiltins.len = 3\n",
  "from typing import *\n\ndef f(x: Optional[List[int]]) -> Dict[str, int]:\n    return x[0]\n",
  "import sys\n\nif sys.version_info >= (3, 14):\n    x: int = ''\nelse:\n    x: str = 1\n",
  "import submitted_5e1f__\nimport warm_5e1f__\n\nsubmitted_5e1f__.x\n",
  "def f(:\n",
  "x = 5  # type: the kind of thing\n",
  "",
  "def outer():\n    def inner():\n        return undefined\n    return inner() + outer\n",
  "from contextlib import contextmanager\n\n@contextmanager\ndef f():\n    yield 1\n\nwith f() as x:\n    x + ''\n",
  "match [1]:\n    case [x]:\n        x + ''\n    case {'a': y}:\n        y\n",
  "class A:\n    @property\n    def x(self) -> int:\n        return 1\n\nA().x = 2\nA().x()\n",
];

/** Stops a worker's check, and with it the worker. */
const endless = `U = ${Array.from({ length: 200 }, (_, n) => `list["C${n}"]`).join(" | ")}
${Array.from({ length: 200 }, (_, n) => `class C${n}: ...\n`).join("")}
def f(a: U, b: U):
    return ${Array(60).fill("a").join(" + ")}
`;

const never = new AbortController().signal;
let types: Types;
beforeAll(async () => {
  types = await openTestTypes();
});
afterAll(async () => types[Symbol.asyncDispose]());

async function messagesOf(text: string): Promise<string[]> {
  const { said, refusals } = await types.check(alone(text), never);
  const refusal = refusals?.[""];
  return refusal ? [refusal.message] : said!.messages.map(withoutPlace);
}

/** Without the folder, which is the worker's own. */
function withoutPlace(line: string): string {
  const { file: _, ...message } = JSON.parse(line) as { file: string };
  return JSON.stringify(message).replaceAll(/submitted_5e1f__|program_\d+/g, "it");
}

async function renewWorker(): Promise<void> {
  const caller = new AbortController();
  const checking = types.check(alone(endless), caller.signal);
  setImmediate(() => caller.abort(new Error("gone")));
  await expect(checking).rejects.toThrow("gone");
}

test("texts checked one after another get the same messages as when checked alone", async () => {
  const alone = new Map<string, string[]>();
  for (const text of programs) {
    await renewWorker();
    alone.set(text, await messagesOf(text));
  }
  await renewWorker();
  const mixed = [...programs, ...programs].map((text) => ({ text, key: Math.random() }));
  for (const { text } of mixed.toSorted((a, b) => a.key - b.key)) {
    expect([text, ...(await messagesOf(text))]).toEqual([text, ...alone.get(text)!]);
  }
});

test("texts get the same messages as from mypy's command line", async () => {
  // These are left out: what does not parse stops a command, what imports itself is another module there, and of attributes
  // that start as None our worker tells mypy less.
  const comparable = programs.filter(
    (text) => !/def f\(:|# type:|_5e1f__|from \. |^ {4}\w+ = None$/m.test(text),
  );
  const folder = await mkdtemp(join(tmpdir(), "assay-mypy-"));
  try {
    const files = await Promise.all(
      comparable.map(async (text, n) => {
        const file = join(folder, `program_${n}.py`);
        await writeFile(file, text);
        return file;
      }),
    );
    const flags =
      "--check-untyped-defs --ignore-missing-imports --no-site-packages --config-file= --native-parser";
    const args = [...flags.split(" "), "--local-partial-types", "--output=json", "--python-version=3.13"];
    const { stdout } = await promisify(execFile)(
      readConfig({}).PYTHON,
      ["-I", "-m", "mypy", ...args, ...files],
      {
        cwd: folder,
      },
    ).catch((error: unknown) => error as { stdout: string });
    const told = Map.groupBy(
      stdout.trim().split("\n"),
      (line) => (JSON.parse(line) as { file: string }).file,
    );
    for (const [n, text] of comparable.entries()) {
      const byCommand = (told.get(`program_${n}.py`) ?? []).map(withoutPlace);
      expect([text, ...(await messagesOf(text))]).toEqual([text, ...byCommand]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
