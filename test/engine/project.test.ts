import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Job } from "../../engine/job.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { openTestEngine, type TestEngine } from "../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine({ threads: 2, workers: 2 });
});
afterAll(async () => engine[Symbol.asyncDispose]());

type Asked = Readonly<{ code: string; files?: Record<string, string>; mode?: string; options?: object }>;

async function judge(asked: Asked): Promise<Verdict> {
  return (await engine.engine.judge(Job.parse(asked), new AbortController().signal)).verdict;
}

/** `file:line rule` of everything that rejects. */
function errorsOf({ diagnostics, security }: Verdict): string[] {
  return [...diagnostics, ...security.map(({ tool, id, ...each }) => ({ ...each, rule: `${tool}:${id}` }))]
    .filter(({ severity }) => severity === "error")
    .map(({ file, line, rule }) => `${file}:${line} ${rule}`);
}

const pricing =
  "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - discount\n";

describe("several files in one job", () => {
  test("are checked together, and calls use the signatures of other files", async () => {
    const code = 'from pricing import total\n\nprint(total([1, 2], discount="3"))\n';
    const verdict = await judge({ code, files: { "pricing.py": pricing } });
    expect(errorsOf(verdict)).toEqual(["main.py:3 mypy:arg-type"]);
    expect(verdict).toMatchObject({ valid: false, fixed_code: null, fixed_files: null });
    const fine = await judge({ code: code.replace('"3"', "3"), files: { "pricing.py": pricing } });
    expect(fine).toMatchObject({ valid: true, score: 1, diagnostics: [] });
  });

  test("are all checked, also those that nothing imports", async () => {
    const verdict = await judge({
      code: "print(1)\n",
      options: { path: "app/run.py" },
      files: {
        "app/__init__.py": "",
        "tools/clean.py": 'import os\n\n\ndef go(name):\n    os.system("rm " + name)\n',
        "tools/key.py":
          'aws_secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzVabcdekey"\naccess = "AKIAQYLPMN5HFIQR7XYA"\n',
        "broken.py": "def f(:\n",
        "wrong.py": "x = [1, 2]\nprint(x[5])\n",
      },
    });
    expect(new Set(errorsOf(verdict).map((each) => each.split(":")[0]))).toEqual(
      new Set(["tools/clean.py", "tools/key.py", "broken.py", "wrong.py"]),
    );
    expect(verdict.meta.incomplete).toEqual([]);
  });

  test.for<[string, string, Record<string, string>]>([
    ["by another name", "from helper import run\n", { "helper.py": "from os import system as run\n" }],
    [
      "as a member",
      "import helper\n\nrun = helper.tools\n",
      { "helper.py": "from os import system as tools\n" },
    ],
    [
      "with a star",
      "from helper import *\n",
      { "helper.py": "import os\n\nrun = getattr(os, 'sys' + 'tem')\n" },
    ],
    [
      "from hand to hand",
      "from b import run\n",
      { "a.py": "from os import system as go\n", "b.py": "from a import go as run\n" },
    ],
  ])("know a library function that another file passes on: %s", async ([, head, files]) => {
    const body = "\n\ndef clean(name):\n    run('rm -r ' + name)\n";
    const found = errorsOf(await judge({ code: head + body, files }));
    expect(found).toContainEqual(expect.stringMatching(/^main\.py:\d+ .*process-execution$/));
    // Without the file nobody knows what is called.
    expect(errorsOf(await judge({ code: head + body }))).toEqual([]);
  });

  test("follow a name passed on through many files, or report that they cannot", async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [`m${n}.py`, `from m${n + 1} import run as run\n`]),
    );
    const code = "from m0 import run\n\n\ndef clean(name):\n    run('rm -r ' + name)\n";
    const verdict = await judge({ code, files: { ...chain, "m12.py": "from os import system as run\n" } });
    expect(verdict.valid).toBe(false);
  });

  test("find each other by their import name", async () => {
    const files = {
      "app/__init__.py": "",
      "app/models.py": "class Item:\n    def __init__(self, name: str) -> None:\n        self.name = name\n",
      "lib/far.py": "def far(n: int) -> int:\n    return n\n",
      "queue.py": "def push(text: str) -> None:\n    print(text)\n",
    };
    const code =
      "from app.models import Item\nfrom lib.far import far\nimport queue\n\nfrom .models import Item as Same\n\n" +
      "Item(1)\nfar('x')\nqueue.push(2)\nSame(3)\n";
    expect(errorsOf(await judge({ code, files, options: { path: "app/run.py" } }))).toEqual(
      [7, 8, 9, 10].map((line) => `app/run.py:${line} mypy:arg-type`),
    );
  });

  test("are checked when they import each other in a circle", async () => {
    const files = { "b.py": "import main\n\n\ndef g() -> int:\n    return main.f(1)\n" };
    const verdict = await judge({ code: "import b\n\n\ndef f(n: str) -> int:\n    return b.g()\n", files });
    expect(errorsOf(verdict)).toEqual(["b.py:5 mypy:arg-type"]);
  });

  test("are checked although one of them does not parse", async () => {
    const files = { "helper.py": "def f(n) return n\n", "other.py": "1 + 'a'\n" };
    const verdict = await judge({ code: "import helper\n\nhelper.f(1)\n", files });
    expect(errorsOf(verdict)).toEqual(["helper.py:1 ruff:invalid-syntax", "other.py:1 mypy:operator"]);
    expect(verdict.meta.incomplete).toEqual([]);
  });

  test("do not report an import that another file uses as unused", async () => {
    const unused = async (code: string, files: Record<string, string>) =>
      (await judge({ code, files })).diagnostics
        .filter(({ rule }) => rule === "ruff:F401")
        .map(({ file, message }) => `${file} ${/`([^`]+)`/.exec(message)![1]}`);
    const files = {
      "api.py": "from util import helper, other\nfrom util import third as last\nimport os\n",
      "util.py": "def helper(): ...\ndef other(): ...\ndef third(): ...\n",
      "app/__init__.py": "from app.names import first\nfrom app.names import second\n",
      "app/names.py": "first = second = 1\n",
    };
    const code =
      "import api\nfrom api import (  # both\n    last as l,\n)\nfrom app import first\n\nprint(api.helper, l, first)\n";
    expect(await unused(code, files)).toEqual([
      "api.py util.other",
      "api.py os",
      "app/__init__.py app.names.second",
    ]);
    expect(
      await unused("from api import *\n\nprint(helper, other, last, os)\n", {
        ...files,
        "app/__init__.py": "",
      }),
    ).toEqual([]);
  });

  test("report an import that another file takes but does not use as unused in both", async () => {
    const files = {
      "a.py": "from math import sqrt\n",
      "b.py": "from a import sqrt\n",
      "c.py": "from b import sqrt\n",
    };
    const countUnused = async (code: string) =>
      (await judge({ code, files })).diagnostics.filter(({ rule }) => rule === "ruff:F401").length;
    expect(await countUnused("x = 1\n")).toBe(3);
    expect(await countUnused("from c import sqrt\n\nprint(sqrt(4))\n")).toBe(0);
  });

  test("leave no state for the next job", async () => {
    const code = "from pricing import total\nimport queue\n\nprint(total('x'))\nqueue.push(1)\n";
    await judge({ code, files: { "pricing.py": pricing, "queue.py": "def push(t: str) -> None: ...\n" } });
    const alone = await judge({ code });
    expect(errorsOf(alone)).toEqual([]);
    expect(alone.diagnostics).toEqual([expect.objectContaining({ rule: "mypy:attr-defined", line: 5 })]);
  });

  test("are not named when the job has one text", async () => {
    const verdict = await judge({ code: "import os\n1 + 'a'\n", mode: "repair" });
    expect(verdict.diagnostics.map(({ file }) => file)).toEqual([null, null, null]);
    expect([verdict.fixed_files, verdict.runtime.tests]).toEqual([null, undefined]);
  });
});

describe("repair of several files", () => {
  test("fixes each file and judges the result over all files", async () => {
    const verdict = await judge({
      code: "from pricing import totl\n\nprint(totl([1, 2]))\n",
      files: { "pricing.py": pricing.replace("int:", "int"), "same.py": "x = 1\n" },
      mode: "repair",
    });
    expect(verdict).toMatchObject({
      fixed_code: "from pricing import total\n\nprint(total([1, 2]))\n",
      fixed_files: { "pricing.py": pricing },
      fixed_valid: true,
    });
    expect(verdict.fixes).toEqual([
      expect.stringMatching(/^main\.py: line 1: /),
      expect.stringMatching(/^pricing\.py: line 1: /),
    ]);
  });

  test("drops a change that breaks another file", async () => {
    // Unused here, and imported from here by the main file.
    const files = { "names.py": "from math import sqrt\n" };
    const code = "from names import sqrt\n\nprint(sqrt(4))\n";
    const verdict = await judge({ code, files, mode: "repair" });
    expect(verdict).toMatchObject({ fixed_code: null, fixed_files: null, fixed_valid: null });
  });
});

describe("an import of a package", () => {
  const idsOf = ({ security }: Verdict): string[] => security.map(({ id }) => id);

  test("is no finding where the package is known", async () => {
    const verdict = await judge({
      code: "import cv2\nimport numpy\n\nprint(cv2, numpy)\n",
      options: { strict: true },
    });
    expect(verdict).toMatchObject({ valid: true, score: 1, security: [], diagnostics: [] });
  });

  test("rejects only with `strict` where its name may be made up or mistaken", async () => {
    const code = "import reqeusts\nimport requests_toolz\n\nprint(reqeusts, requests_toolz)\n";
    const verdict = await judge({ code });
    expect([verdict.valid, idsOf(verdict)]).toEqual([true, ["similar-package", "unknown-package"]]);
    expect((await judge({ code, options: { strict: true } })).valid).toBe(false);
    const files = { "requests_toolz/__init__.py": "", "reqeusts.py": "" };
    expect(idsOf(await judge({ code, files }))).toEqual([]);
  });
});
