import { beforeAll, describe, expect, test } from "vitest";
import { Job } from "../../../engine/job.ts";
import type { Verdict } from "../../../engine/verdict.ts";
import { borrowTestEngine, type TestEngine } from "../../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await borrowTestEngine();
});

const wrong = "print(1 + 'a')\n";

async function judge(asked: object): Promise<Verdict> {
  return (await engine.engine.judge(Job.parse(asked), new AbortController().signal)).verdict;
}

function errorsOf({ diagnostics }: Verdict): string[] {
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ file, line, rule }) => `${file ?? ""}:${line} ${rule}`);
}

describe("a text with relative imports is checked", () => {
  test.for<[string, string]>([
    ["its own package", `from . import names\n${wrong}`],
    ["the package above", `from .. import names\n${wrong}`],
    ["a module beside it", `from .names import first\n${wrong}`],
    ["a module far above", `from ....core.names import first\n${wrong}`],
    ["everything of a module", `from ..names import *\n${wrong}`],
    ["behind a semicolon", `import os; from . import names\n${wrong}`],
    ["on two lines", `from \\\n  . import names\n${wrong}`],
    ["in brackets", `from . import (\n    first,\n    second,\n)\n${wrong}`],
    [
      "only for types",
      `from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from . import names\n${wrong}`,
    ],
    ["inside a function", `def f():\n    from . import names\n    return names\n${wrong}`],
    ["beside a module met for the first time", `import wave\nfrom . import names\n${wrong}`],
    ["beside a type comment that cannot be read", `from . import names\nx = 1  # type: (((\n${wrong}`],
  ])("%s", async ([, code]) => {
    const verdict = await judge({ code });
    expect(errorsOf(verdict).filter((each) => each.endsWith("mypy:operator"))).toHaveLength(1);
    expect(verdict.meta.incomplete).toEqual([]);
  });

  test("its own names are shown as written", async () => {
    const code =
      "from . import names\n\n\nclass Item:\n    pass\n\n\ndef more(item: Item):\n    return item + 1\n";
    const { diagnostics } = await judge({ code });
    const said = diagnostics.filter(({ rule }) => rule === "mypy:operator").map(({ message }) => message);
    expect(said).toEqual(['Unsupported operand types for + ("Item" and "int")']);
  });

  test("an import with too many dots is incomplete", async () => {
    const verdict = await judge({ code: `from ${".".repeat(3000)} import names\n${wrong}` });
    expect(verdict).toMatchObject({ valid: false, meta: { incomplete: ["mypy"] } });
  });
});

describe("files with relative imports are checked together", () => {
  const names = "def first(n: int) -> int:\n    return n\n";
  test.for<[string, string, string]>([
    ["app/run.py", "app/names.py", "from .names import first\nfirst('x')\n"],
    ["run.py", "names.py", "from .names import first\nfirst('x')\n"],
    ["run.py", "names.py", "from . import names\nnames.first('x')\n"],
    ["src/app/run.py", "src/names.py", "from ..names import first\nfirst('x')\n"],
    ["src/app/run.py", "src/app/core/names.py", "from .core import names\nnames.first('x')\n"],
    ["app/run.py", "names.py", "from ...app.run import go\nfrom ..names import first\nfirst('x')\n"],
    ["__init__.py", "names.py", "from .names import first\nfirst('x')\n"],
    ["tests/test_run.py", "run.py", "from . import helpers\nfrom run import first\nfirst('x')\n"],
  ])("%s and %s", async ([path, other, code]) => {
    const verdict = await judge({ code, options: { path }, files: { [other]: names } });
    expect(errorsOf(verdict)).toEqual([expect.stringMatching(/^\S+:\d mypy:arg-type$/)]);
    expect(verdict.meta.incomplete).toEqual([]);
  });

  test("a file whose relative import is missing does not affect the others", async () => {
    const files = { "names.py": names, "alone.py": `from ..far import away\n${wrong}` };
    const verdict = await judge({ code: "from names import first\nfirst('x')\n", files });
    expect(errorsOf(verdict)).toEqual(["main.py:2 mypy:arg-type", "alone.py:2 mypy:operator"]);
    expect(verdict.meta.incomplete).toEqual([]);
  });
});

describe("the verdict is not valid and says so when mypy stops:", () => {
  const stopping: [string, string][] = [
    ["an argument without a name", "from typing import Callable\nf: Callable[[make()(int)], int]\n"],
    [
      "too many arguments of an argument",
      "from mypy_extensions import Arg\nfrom typing import Callable\nf: Callable[[Arg(int, 'a', 'b')], int]\n",
    ],
    [
      "two types of an argument",
      "from mypy_extensions import Arg\nfrom typing import Callable\nf: Callable[[Arg(int, type=str)], int]\n",
    ],
    [
      "two names of an argument",
      "from mypy_extensions import Arg\nfrom typing import Callable\nf: Callable[[Arg(int, 'a', name='b')], int]\n",
    ],
    [
      "an unknown word of an argument",
      "from mypy_extensions import Arg\nfrom typing import Callable\nf: Callable[[Arg(int, kind='b')], int]\n",
    ],
  ];

  test.for(stopping)("%s", async ([, code]) => {
    const verdict = await judge({ code: code + wrong });
    expect(verdict).toMatchObject({ valid: false, meta: { incomplete: ["mypy"] } });
    expect(errorsOf(verdict)).toContain(":null mypy:incomplete");
  });

  test("only the file that mypy stopped in is incomplete", async () => {
    const files = { "stops.py": stopping[1]![1], "goes_on.py": wrong };
    const verdict = await judge({ code: "import stops\nimport goes_on\n", files });
    expect(verdict.meta.incomplete).toEqual(["mypy"]);
    expect(errorsOf(verdict)).toEqual(["stops.py:null mypy:incomplete", "goes_on.py:1 mypy:operator"]);
  });

  test.for<[string, string]>([
    ["a comment with too many types", "def f(a):\n    # type: (int, int) -> int\n    return 1\n"],
    ["a comment that cannot be read", "x = 1  # type: (((\n"],
    ["an annotation that cannot be read", "x: '1 +' = 3\n"],
  ])("mypy does not stop at %s", async ([, code]) => {
    const verdict = await judge({ code: code + wrong });
    expect(errorsOf(verdict)).toContainEqual(expect.stringMatching(/mypy:operator$/));
    expect(verdict.meta.incomplete).toEqual([]);
  });
});
