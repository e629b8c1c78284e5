import { describe, expect, test } from "vitest";
import { createLinter } from "../../../../engine/lint/lint.ts";
import { safeFixes } from "../../../../engine/repair/lint/safe-fixes.ts";
import { applySplices } from "../../../../engine/text/splices.ts";

const linter = createLinter();

function fix(text: string): string {
  const splices = safeFixes(linter, text).flatMap((rewrite) => rewrite.splices);
  return applySplices(text, splices);
}

const wordsFor = (text: string): string[] => safeFixes(linter, text).map(({ words }) => words);

describe("an unused import", () => {
  test("is removed alone, with others, and beside used names", () => {
    expect(fix("import os\nprint(1)\n")).toBe("print(1)\n");
    expect(fix("import os, sys\nprint(sys.argv)\n")).toBe("import sys\nprint(sys.argv)\n");
    expect(fix("from typing import List, Dict\nprint(1)\n")).toBe("print(1)\n");
    expect(fix("import os; print(1)\n")).toBe("print(1)\n");
    expect(fix("import numpy as np\nimport a_module_of_mine as m\nprint(1)\n")).toBe("print(1)\n");
  });

  test("is removed from any number of lines", () => {
    const imports = ["abc", "ast", "bisect", "csv", "glob", "json", "math", "re", "time"];
    const text = `${imports.map((name) => `import ${name}\n`).join("")}print(1)\n`;
    expect(fix(text)).toBe("print(1)\n");
  });

  test("is removed without changes to line ends, tabs or characters around it", () => {
    expect(fix('"""Grüße 🐍"""\r\nimport os\r\nprint("é")\r\n')).toBe('"""Grüße 🐍"""\r\nprint("é")\r\n');
    expect(fix("def f():\n\timport os\n\treturn '𝒳'")).toBe("def f():\n\treturn '𝒳'");
    expect(fix("\ufeffimport os\nprint(1)")).toBe("\ufeffprint(1)");
  });

  test("is removed under TYPE_CHECKING, where it never runs", () => {
    const text =
      "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from shop import Order, Line\n\ndef f(line: Line): ...\n";
    expect(fix(text)).toBe(text.replace("Order, ", ""));
  });
});

describe("an unused import stays", () => {
  test.each([
    ["under try", "try:\n    import numpy\n    ok = True\nexcept Exception:\n    ok = False\nprint(ok)\n"],
    ["as the fallback of another", "try:\n    f()\nexcept E:\n    import json\n    g()\n"],
    ["under with", "with suppress(ImportError):\n    import json\n    print(1)\n"],
    ["when it is all a function does", "def test_import():\n    import json\n"],
    ["when imports are all a function does", 'def f():\n    """Warm."""\n    import json\n    import math\n'],
    ["in a module that names what it offers", "import os\n__all__ = ['f']\ndef f(): ...\n"],
    ["in a module that offers by renaming", "import os\nfrom a import b as b\nprint(1)\n"],
    ["in a module of imports only", '"""The package."""\nfrom a import b\nimport os\n__version__ = "1"\n'],
    ["when it is relative", "from . import views\nfrom .a import b\nprint(1)\n"],
    [
      "when it has an effect",
      "import readline\nimport this\nfrom mpl_toolkits.mplot3d import Axes3D\nprint(1)\n",
    ],
    ["when it may have one", "import my_plugins\nimport my.plugins\nprint(1)\n"],
    [
      "when it comes after the set-up",
      "from flask import Flask\nx = Flask(__name__)\nfrom site_parts import routes\n",
    ],
    ["when it is a fixture", "from fixtures import db\n\ndef test_a(db):\n    assert db\n"],
    ["when it is read from outside", "from about import __version__\nfrom main import app\nprint(1)\n"],
    ["when names are looked up", "import math\nprint(eval(input()))\n"],
    ["when it is looked up by name", "import math\nprint(globals()[input()])\n"],
    [
      "when a doctest uses it",
      'import math\ndef f():\n    """\n    >>> math.pi > f()\n    True\n    """\n    return 3\n',
    ],
    ["when a type comment uses it", "from typing import List\nx = []  # type: List[int]\n"],
    [
      "when it loads a part that is used",
      "import logging\nfrom logging import handlers\nprint(logging.handlers)\n",
    ],
    ["when it is misspelt where it is used", "import datetime\nprint(datetme.date(2026, 1, 1))\n"],
    ["with the comment someone wrote on it", "import os  # for users of the shell\nprint(1)\n"],
    ["when the text silences it", "import os  # noqa\nimport sys  # noqa: F401\nprint(1)\n"],
  ])("%s", (_, text) => expect(fix(text)).toBe(text));
});

describe("a repeated import", () => {
  test("is removed when the first one comes before it", () => {
    expect(fix("import os\nimport sys\nimport os\nprint(os, sys)\n")).toBe(
      "import os\nimport sys\nprint(os, sys)\n",
    );
  });

  test("stays when the first one is unused and removed", () => {
    const text = "import os\n\ndef f():\n    import os\n    return os.sep\n";
    expect(fix(text)).toBe("\ndef f():\n    import os\n    return os.sep\n");
  });

  test("stays when the first one may come too late", () => {
    expect(
      safeFixes(linter, "def f():\n    import json\n    return json\n\nf()\nimport json  # for others\n"),
    ).toEqual([]);
  });
});

describe("a string literal", () => {
  test.each([
    ["'\\d\\w'", "r'\\d\\w'"],
    ["'\\d\\n'", "'\\\\d\\n'"],
    ["b'\\d'", "rb'\\d'"],
    ["f'\\d{x}'", "rf'\\d{x}'"],
    ["f'\\d\\n{x}'", "f'\\\\d\\n{x}'"],
    ["'a' '\\d' 'b'", "'a' r'\\d' 'b'"],
    ['"""one\r\n\\d"""', 'r"""one\r\n\\d"""'],
    ["f'{f\"\\d{x}\"}'", "f'{rf\"\\d{x}\"}'"],
    ["f'{{x}}'", "'{x}'"],
    ["rf'\\d'", "r'\\d'"],
    ["'€\u200b'", "'€\\u200b'"],
    ["f'\u001b{x}'", "f'\\x1b{x}'"],
  ])("keeps its value when %j becomes %j", (before, after) => {
    expect(fix(`x = 1\ny = ${before}\n`)).toBe(`x = 1\ny = ${after}\n`);
  });

  test.each([
    ["a character that is named", "'\\d\\N{BULLET}'"],
    ["a quote of its own kind between the braces", "f'\\d{x['a']}'"],
  ])("is unchanged with %s, since its value is unknown", (_, string) => {
    const text = `x = {}\ny = ${string}\n`;
    expect(fix(text)).toBe(text);
  });
});

describe("unused arguments of a format string", () => {
  test("are removed with the comma before them", () => {
    expect(fix("'{}'.format(a, b)\n")).toBe("'{}'.format(a)\n");
    expect(fix("'{a}'.format(a=1, b=2, c=x.y)\n")).toBe("'{a}'.format(a=1)\n");
    expect(fix("'%(a)s' % {'a': 1, 'b': c[0]}\n")).toBe("'%(a)s' % {'a': 1}\n");
  });

  test.each([
    "'{}'.format(a, f())\n",
    "'{a}'.format(a=1, b=[f() for _ in x])\n",
    "'{}'.format(a, (n := 3))\n",
    "'%(a)s' % {'a': 1, 'b': f()}\n",
    "async def f():\n    return '{}'.format(a, await g)\n",
  ])("stay when their evaluation has an effect: %j", (text) => expect(fix(text)).toBe(text));
});

describe("a fix is made only when it is certain", () => {
  test("a caught exception loses its unused name, and other unused names stay", () => {
    expect(fix("try:\n    f()\nexcept E as e:\n    g()\n")).toBe("try:\n    f()\nexcept E:\n    g()\n");
    expect(fix("try:\n    f()\nexcept E as \\\n  e:\n    g()\n")).toBe("try:\n    f()\nexcept E:\n    g()\n");
    expect(
      safeFixes(
        linter,
        "def f():\n    total = 1\n    with open('a') as file:\n        g()\n    a, b = 1, 2\n",
      ),
    ).toEqual([]);
    expect(safeFixes(linter, "try:\n    f()\nexcept E as e:  # noqa\n    g()\n")).toEqual([]);
  });

  test("`warn` becomes `warning` on a known logger", () => {
    const known = "import logging\nlog = logging.getLogger('a')\nlog.warn('a')\nlogging.warn('b')\n";
    expect(fix(known)).toBe(known.replaceAll("warn(", "warning("));
    expect(
      safeFixes(linter, "import logging\nfrom mine import logger\nlogger.warn('a')\nprint(logging.INFO)\n"),
    ).toEqual([]);
  });

  test("getattr becomes plain attribute access when the name means the same", () => {
    expect(fix("print(getattr(x, 'y'))\nsetattr(x, 'y', 1)\n")).toBe("print(x.y)\nx.y = 1\n");
    expect(safeFixes(linter, "print(getattr(x, 'ſ'))\n")).toEqual([]);
  });

  test("the else of a loop is removed and its strings and comments are kept", () => {
    expect(fix("for a in b:\n    c()\nelse:\n    # why\n    d('''x\n    y''')\n")).toBe(
      "for a in b:\n    c()\n# why\nd('''x\n    y''')\n",
    );
    expect(safeFixes(linter, "for a in b:\n    c()\nelse:  # why\n    d()\n")).toEqual([]);
  });

  test.each([
    "try:\n    f()\nexcept (\n    E,  # why\n    E,\n):\n    g()\n",
    "class A(\n    B,\n    B,  # why\n): ...\n",
    "if not (  # why\n    a in b\n): pass\n",
    "x = {\n    1,\n    1,  # why\n}\n",
    "from a import (\n    b,  # why\n    c,\n)\nprint(c)\n",
  ])("a comment is never lost: %j", (text) => expect(fix(text)).toContain("# why"));

  test("a comparison with None or True stays", () => {
    expect(safeFixes(linter, "f(x == None, x == True, x != False)\n")).toEqual([]);
  });
});

describe("adjacent fixes", () => {
  test("are applied in turn until all are done", () => {
    let text = "if not x is 'a' in f'b':\n    print(not x in f'c')\n";
    for (let pass = 0; pass < 5; pass += 1) text = fix(text);
    expect(text).toContain("x not in 'c'");
    expect(safeFixes(linter, text)).toEqual([]);
  });

  test("are in text order and do not overlap", () => {
    const text =
      "import os, re\nx = not a in f'b'\ny = '\\d' is x\nimport re\nprint('{}'.format(1, 2), re)\n";
    const splices = safeFixes(linter, text).flatMap((rewrite) => rewrite.splices);
    expect(splices.length).toBeGreaterThan(3);
    for (const [n, { start }] of splices.entries())
      expect(start).toBeGreaterThanOrEqual(splices[n - 1]?.end ?? 0);
    expect(linter.parses(applySplices(text, splices))).toBe(true);
  });
});

test("a fix is described in the past tense with its names", () => {
  expect(wordsFor("from typing import List, Dict, Set\nprint(1)\n")).toEqual([
    "removed the unused import of `typing.List`, `typing.Dict` and `typing.Set`",
  ]);
  expect(wordsFor("x is 'a'\nnot x in y\nf'a'\n'\\d'\n")).toEqual([
    "replaced `is` with `==`",
    "rewrote the test with `not in`",
    "removed the `f` of a string without placeholders",
    "made it a raw string: it has a backslash that escapes nothing",
  ]);
  expect(wordsFor("class A(B, B): ...\n")).toEqual(["removed duplicate base"]);
});

test("a text with very many fixes is processed once", () => {
  const text = "x = '\\d'\n".repeat(5_000);
  expect(safeFixes(linter, text).length).toBeGreaterThan(100);
});
