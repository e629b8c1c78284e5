import { beforeAll, describe, expect, test } from "vitest";
import { Job } from "../../../engine/job.ts";
import type { Verdict } from "../../../engine/verdict.ts";
import { borrowTestEngine, type TestEngine } from "../../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await borrowTestEngine();
});

async function fix(code: string, options: object = {}): Promise<Verdict> {
  const job = Job.parse({ code, mode: "repair", options });
  return (await engine.engine.judge(job, new AbortController().signal)).verdict;
}

const kindsOf = ({ meta }: Verdict): string[] =>
  (meta.fixes ?? []).map(({ repair, kind }) => `${repair} ${kind}`);

describe("the kind of a fix", () => {
  const shared =
    "import os\n\n\ndef add(item, into=[]):\n    into.append(item)\n    return into\n\n\nprint(add(1))\n";

  test("excludes changes to a running program with `safe`", async () => {
    expect(kindsOf(await fix(shared)).toSorted()).toEqual([
      "mutable-default changing",
      "safe-fixes preserving",
    ]);
    const safe = await fix(shared, { fixes: "safe" });
    expect(kindsOf(safe)).toEqual(["safe-fixes preserving"]);
    expect(safe.fixed_code).toBe(shared.replace("import os\n", ""));
  });

  test.for([
    ["print('a)\n", true],
    ["if True\n    print(1)\n", undefined],
    ["n = 2\nwhile n = 1:\n    n = 3\n", true],
    ["n = 2\nif n = 1:\n    n = 3\n", undefined],
    ["print((1)\n", true],
  ] as const)("is a guess for an ambiguous text (%j)", async ([code, guess]) => {
    const { meta } = await fix(code);
    expect(meta.fixes).toHaveLength(1);
    expect(meta.fixes![0]!.guess).toBe(guess);
  });

  test.for([
    ["TypeError", "changing"],
    ["(ValueError, TypeError)", "changing"],
    ["Exception", "changing"],
    ["ValueError", "certain"],
    ["OSError", "certain"],
  ])("is decided for an error that `except %s` catches: %s", async ([caught, kind]) => {
    const code = `try:\n    for number in 3:\n        print(number)\nexcept ${caught}:\n    print("none")\n`;
    const kinds = kindsOf(await fix(code));
    expect(kinds).toEqual([`missing-range ${kind}`]);
    expect(kindsOf(await fix(code, { fixes: "safe" }))).toEqual(kind === "certain" ? kinds : []);
  });

  test.for<[string, string]>([
    [
      "pytest.raises",
      "import pytest\n\n\ndef test():\n    with pytest.raises(TypeError):\n        for n in 3:\n            print(n)\n",
    ],
    [
      "assertRaises",
      "import unittest\n\n\ndef pair(first, second):\n    return first, second\n\n\nclass Tests(unittest.TestCase):\n    def test(self):\n        with self.assertRaises(TypeError):\n            pair(1, secnd=2)\n",
    ],
    [
      "assertRaises with the function",
      "import unittest\n\n\ndef steps():\n    for n in 3:\n        print(n)\n\n\nclass Tests(unittest.TestCase):\n    def test(self):\n        self.assertRaises(TypeError, steps)\n",
    ],
    [
      "expectedFailure",
      "import unittest\n\n\nclass Tests(unittest.TestCase):\n    @unittest.expectedFailure\n    def test(self):\n        for n in 3:\n            print(n)\n",
    ],
  ])("an error that %s expects is not repaired", async ([, code]) => {
    expect((await fix(code)).fixed_code).toBeNull();
  });

  test("is safe in tests and examples only when behaviour is preserved", async () => {
    const code = "import os\n\n\ndef test_area():\n    print(math.pi)\n\n\ntest_area()\n";
    for (const path of ["tests/area.py", "test_area.py", "examples/area.py"])
      expect([path, kindsOf(await fix(code, { path })).includes("missing-import changing")]).toEqual([
        path,
        true,
      ]);
    expect(kindsOf(await fix("print('a)\n", { path: "tests/broken.py", fixes: "safe" }))).toEqual([]);
    expect(kindsOf(await fix(code, { fixes: "safe" }))).toContain("missing-import certain");
  });
});

describe("unused imports that other modules may import", () => {
  const used = "\n\ndef double(n):\n    return 2 * n\n";

  test.for<[string, string, object]>([
    ["taken out of another module", `from collections import OrderedDict\n${used}`, {}],
    ["under another name", `import http.cookiejar as cookielib\n${used}`, {}],
    ["of a package", `import os\n${used}`, { path: "shop/prices.py" }],
    [
      "of a package, for its own modules",
      `from decimal import _decimal\n${used}`,
      { path: "shop/__init__.py" },
    ],
    [
      "of a package, beside a part for being run",
      `import os\n${used}\nif __name__ == "__main__":\n    print(double(2))\n`,
      { path: "shop/prices.py" },
    ],
    ["beside a relative import", `import os\n\nfrom .names import total\n\nprint(total)\n`, {}],
    [
      "of a module that gathers them",
      `from io import StringIO\nfrom http import cookiejar\nfrom typing import Mapping\n${used}`,
      {},
    ],
    ["of a module that says so", `import os\n${used}`, { path: "compat.py" }],
  ])("stay: %s", async ([, code, options]) => {
    expect((await fix(code, options)).fixed_code).toBeNull();
  });

  test.for<[string, string]>([
    [
      "in a program with a part for being run",
      `from collections import OrderedDict\n${used}\n\nif __name__ == "__main__":\n    print(double(2))\n`,
    ],
    ["in a script", `from collections import OrderedDict\n\nprint("ready")\n`],
    ["a whole module of the library", `import os\n${used}`],
    ["for annotations", `from typing import Optional\n${used}`],
    ["for this module only", `from collections import OrderedDict as _OrderedDict\n${used}`],
    ["in a function", `def total(items):\n    from math import fsum\n    return sum(items)\n`],
  ])("are removed: %s", async ([, code]) => {
    expect(kindsOf(await fix(code))).toEqual(["safe-fixes preserving"]);
  });
});
