import { beforeAll, describe, expect, test } from "vitest";
import { openCliStage, programs, type CliRun } from "../stage.ts";
import { toNotebook } from "./notebook.ts";

const wrong = "def total(xs: list[int]) -> int:\n    return sum(xs) + '1'";
const magics = {
  "%matplotlib inline": "",
  "!pip install requests": "",
  "!!ls": "",
  "?print": "",
  "print?": "",
  "str.join??": "",
  "%ls \\\n   -l": "",
  "names = !ls\nprint(names.fields(0))": "",
  "place = %pwd\nprint(place.upper())": "",
  "%time late = 5\nprint(late + 1)": "",
  "if True:\n    !ls": "",
  "%%time\nprint(5)": "",
  "%%capture output\nprint(5)": "",
  "%run helpers.py\nprint(made_by_helpers)": "",
  "x = 5\nshare = (x\n  % 3)\nprint(share)": "",
  "note = '''\n!not a command\n%not_a_magic\n'''\nprint(note)": "",
};
const stage = openCliStage({
  "places.ipynb": toNotebook([
    { markdown: "# A title" },
    ["import os\n", "import json\n", "\n", "\n", "def place() -> str:\n", "    return os.getcwd()"],
    "%%bash\nls $HOME",
    wrong,
    "%time total([1]) + place()",
    "import subprocess\n\n\ndef go(name):\n    subprocess.run('ls ' + name, shell=True)",
    "token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'",
  ]),
  "usual.ipynb": toNotebook([
    "import asyncio\n%load_ext autoreload",
    "from __future__ import annotations\nimport re\nimport sys",
    "x = 1\nx",
    "x = 'text'\nx",
    "def double(n: int) -> int:\n    return n * 2\n\n\ndouble(2)",
    "def double(n: str) -> str:\n    return n + n\n\n\ndouble('a')",
    "import re\nre.findall('a', x)",
    "await asyncio.sleep(0)\ndisplay(x)\nget_ipython().magic('ls')\n_",
    "sys.path?",
  ]),
  "broken.ipynb": '{"cells": [',
  "old.ipynb": '{"nbformat": 3, "metadata": {}, "worksheets": []}',
  "bare.ipynb": '{"cells": [{"cell_type": "code", "source": "x = nosuch"}]}',
  "empty.ipynb": toNotebook([{ markdown: "Nothing but words." }]),
  "statistics.ipynb": toNotebook(["x <- c(1, 2)"], "R"),
  "module.py": programs.valid,
  "user.ipynb": toNotebook(["from module import double\n\ndouble('a')"]),
  "pack/__init__.py": "",
  "pack/beside.py": programs.valid,
  "pack/inside.ipynb": toNotebook(["from beside import double\n\ndouble('a')"]),
  "unclosed.ipynb": toNotebook(["def f():\n    return [1,", "x = 1"]),
  ...Object.fromEntries(
    Object.keys(magics).map((magic, at) => [
      `magics/${at}.ipynb`,
      toNotebook([{ markdown: magic }, `${magic}\nnosuch`, "print(nosuch_either)"]),
    ]),
  ),
});
let run: CliRun;

beforeAll(async () => {
  run = await stage.assay(["check", "."]);
});

/** What is said of a file, without the lines that are shown. */
function said(name: string): readonly string[] {
  return run.out
    .split("\n")
    .filter((line) => line.startsWith(`${name}:`) || line.startsWith(`${name} `))
    .map((line) => line.slice(name.length));
}

describe("a notebook", () => {
  test("is told by cell, line and column", () => {
    expect(said("places.ipynb")).toEqual([
      ":cell 2:2:8 warning ruff:F401 `json` imported but unused",
      ':cell 4:2:22 error mypy:operator Unsupported operand types for + ("int" and "str")',
      ':cell 5:1:20 error mypy:operator Unsupported operand types for + ("int" and "str")',
      expect.stringMatching(/^:cell 6:5 error \S+ .*\(CWE-78\)$/),
      expect.stringMatching(/^:cell 7:1 error credentials:\S+ .*\(CWE-798\)$/),
    ]);
    expect(run.out).toContain("2 |     return sum(xs) + '1'\n  |                      ^");
  });

  test("may do what every notebook does", () => {
    expect(said("usual.ipynb")).toEqual([]);
  });

  test.for(Object.keys(magics).map((magic, at) => [magic, at] as const))(
    "may have %j, and what stands beside it is checked",
    ([magic, at]) => {
      const [, ...others] = said(`magics/${at}.ipynb`);
      const isAny = magic.startsWith("%run");
      const line = magic.split("\n").length + 1;
      expect(said(`magics/${at}.ipynb`)).toEqual(
        isAny
          ? []
          : [
              `:cell 2:${line}:1 error ruff:F821 Undefined name \`nosuch\``,
              ":cell 3:1:7 error ruff:F821 Undefined name `nosuch_either`",
            ],
      );
      expect(others.length).toBe(isAny ? 0 : 1);
    },
  );

  test.for([
    ["broken.ipynb", "not valid JSON"],
    ["old.ipynb", "has no list of cells. Convert it"],
    ["bare.ipynb", "missing field `metadata`"],
  ] as const)("%s is not checked, and the others are", ([name, words]) => {
    expect(said(name)).toEqual([expect.stringContaining(words)]);
    expect(run.status).toBe(2);
  });

  test("is skipped with a sentence where its language is another one", () => {
    expect(run.err).toContain("statistics.ipynb: skipped, its language is R, not Python.");
    expect(said("statistics.ipynb")).toEqual([]);
  });

  test("is valid where it has no code", () => {
    expect(said("empty.ipynb")).toEqual([]);
  });

  test("knows the types of modules beside it, also inside of a package", () => {
    const expected = 'error mypy:arg-type Argument 1 to "double" has incompatible type "str"; expected "int"';
    expect(said("user.ipynb")).toEqual([`:cell 1:3:8 ${expected}`]);
    expect(said("pack/inside.ipynb")).toEqual([`:cell 1:3:8 ${expected}`]);
  });

  test("is rejected for a bracket that is never closed", () => {
    expect(said("unclosed.ipynb").some((line) => line.includes("error"))).toBe(true);
    expect(said("unclosed.ipynb").every((line) => /^:cell [12]:/.test(line))).toBe(true);
  });
});

describe("formats", () => {
  test.for([
    ["json", '"cell": 4'],
    ["sarif", '"name": "cell 4:2:22"'],
    ["github", "::error file=places.ipynb,title=mypy%3Aoperator::cell 4:2:22 Unsupported operand"],
    ["gitlab", '"description": "cell 4:2:22 Unsupported operand'],
    ["junit", "cell 4:2:22 error mypy:operator Unsupported operand"],
  ] as const)("%s names the cell", async ([format, words]) => {
    const { out } = await stage.assay(["check", "--format", format, "places.ipynb"]);
    expect(out).toContain(words);
  });
});

test("an unchanged notebook is not looked at again, a changed one is", async () => {
  const apart = openCliStage({ "a.ipynb": toNotebook([wrong]), "r.ipynb": toNotebook(["x <- 1"], "R") });
  const first = await apart.assay(["check"]);
  expect(first.out).toContain("a.ipynb:cell 1:2:22 error mypy:operator");
  const withoutPython = { HOME: apart.folder, PATH: "/nonexistent" };
  const env = { HOME: withoutPython.HOME, PATH: process.env.PATH };
  await apart.assay(["check"], { env });
  expect(await apart.assay(["check"], { env: withoutPython })).toEqual(first);
  apart.write({ "a.ipynb": toNotebook([wrong.replace("'1'", "1")]) });
  expect((await apart.assay(["check"], { env })).out).toContain("1 file checked: all valid.");
});

test("the project's settings count", async () => {
  const project = openCliStage({
    "pyproject.toml":
      '[tool.ruff]\nextend-exclude = ["left/*.ipynb"]\n[tool.ruff.lint]\nselect = ["F", "D100"]\nignore = ["F401"]\n[tool.mypy]\ndisallow_untyped_defs = true\n',
    "a.ipynb": toNotebook(["import os\n\n\ndef f(x):\n    return x"]),
    "left/b.ipynb": toNotebook(["nosuch"]),
  });
  const { out } = await project.assay(["check"]);
  expect(out).toContain("a.ipynb:cell 1:4:1 warning mypy:no-untyped-def");
  expect(out).not.toContain("F401");
  expect(out).not.toContain("left/");
  expect(out).toContain("1 file checked");
});

test("a comment that silences mypy in a cell is heard, and not with --strict-comments", async () => {
  const silenced = openCliStage({ "a.ipynb": toNotebook(["x = 1 + 'a'  # type: ignore[operator]"]) });
  expect((await silenced.assay(["check"])).status).toBe(0);
  const strict = await silenced.assay(["check", "--strict-comments"]);
  expect(strict.out).toContain("a.ipynb:cell 1:1:9 error mypy:operator");
});
