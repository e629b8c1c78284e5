import { describe, expect, test } from "vitest";
import type { FindingData } from "../../../engine/findings/data.ts";
import { createLinter } from "../../../engine/lint/lint.ts";
import { seemsSafe } from "../../../engine/lint/read-message.ts";

// The pinned ruff itself: one that words its messages otherwise fails here, before a repair falls silent.
const linter = createLinter();

describe("the data of ruff's findings is read from its messages", () => {
  test.for<[string, string, FindingData]>([
    ["F401", "import os\n", { kind: "unused import", name: "os" }],
    ["F401", "from a.b import c\n", { kind: "unused import", name: "a.b.c" }],
    ["F401", "try:\n    import os\nexcept ImportError:\n    pass\n", { kind: "unused import", name: "os" }],
    ["F504", "print('%(a)s' % {'a': 1, 'b': 2, 'c': 3})\n", { kind: "unused arguments", listed: ["b", "c"] }],
    ["F522", "print('{a}'.format(a=1, b=2, c=3))\n", { kind: "unused arguments", listed: ["b", "c"] }],
    ["F522", "print('{a}'.format(a=1, b=2))\n", { kind: "unused arguments", listed: ["b"] }],
    ["F523", "print('{}'.format(1, 2, 3))\n", { kind: "unused arguments", listed: ["1", "2"] }],
    ["F523", "print('{}'.format(1, 2))\n", { kind: "unused arguments", listed: ["1"] }],
    ["F811", "import os\n\nimport os\n", { kind: "redefinition", firstLine: 1 }],
    ["F821", "print(nowhere)\n", { kind: "undefined name", name: "nowhere" }],
    ["F821", "def f() -> 'Größe': ...\n", { kind: "undefined name", name: "Größe" }],
    ["F823", "def f():\n    len = len('a')\n    return len\n", { kind: "unbound name", name: "len" }],
  ])("%s in %j", ([rule, program, data]) => {
    const found = linter.check(program).filter(({ code }) => code === rule);
    expect(found.map((finding) => finding.data)).toEqual([data]);
  });

  test("data that no repair needs is not read", () => {
    const [finding] = linter.check("try:\n    print(1)\nexcept:\n    print(2)\n");
    expect(finding).toMatchObject({ code: "E722", data: undefined });
  });

  test("ruff rates a shell call with a fixed command as safe and one with a variable as unsafe", () => {
    const said = (command: string): string =>
      linter
        .check(`import subprocess\n\n\ndef f(x):\n    subprocess.run(${command}, shell=True)\n`)
        .find(({ code }) => code === "S602")!.message;
    expect(seemsSafe(said("'ls'"))).toBe(true);
    expect(seemsSafe(said("x"))).toBe(false);
  });
});

describe("the kind of a syntax error is read from the parser's message", () => {
  test.for<[string, boolean, string]>([
    ["uneven dedent", true, "def f():\n    x = 1\n  y = 2\n"],
    ["unexpected indent", true, "x = 1\n    y = 2\n"],
    ["missing block", true, "if x:\ny = 2\n"],
    ["missing block", true, "def f():\n    if x:\n"],
    ["missing colon", false, "if x\n    y = 2\n"],
    ["trailing comma", false, "from os import path,\n"],
    ["open try", false, "try:\n    print(1)\n"],
    ["unexpected end", false, "print((1\n"],
    ["other", false, "x = [1 2]\n"],
  ])("%s, of indentation: %s, in %j", ([problem, isIndentation, program]) => {
    const [first] = linter.complaints(program);
    expect(first!.data).toEqual({ kind: "syntax problem", problem, isIndentation });
  });
});
