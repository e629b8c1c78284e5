import { describe, expect, test } from "vitest";
import type { StaticDiagnostic, StaticFindings } from "../../../engine/findings/static-findings.ts";
import { withoutPassedOn } from "../../../engine/tasks/passed-on-imports.ts";
import { readTakings } from "../../../engine/tasks/takings.ts";
import { createDice } from "../../support/dice.ts";

const unused = (name: string, line: number): StaticDiagnostic => ({
  severity: "warning",
  rule: "ruff:F401",
  message: `\`${name}\` imported but unused`,
  line,
  column: 1,
  data: { kind: "unused import", name },
});

type Files = Readonly<Record<string, readonly [text: string, unused: readonly [string, number][]]>>;

/** `path name` of what is still called unused. */
function left(files: Files): string[] {
  const found = new Map(
    Object.entries(files).map(([path, [text, names]]): [string, StaticFindings] => [
      path,
      { diagnostics: names.map(([name, line]) => unused(name, line)), security: [], isBroken: false, text },
    ]),
  );
  const sources = new Map(Object.entries(files).map(([path, [text]]) => [path, text]));
  return [...withoutPassedOn(found, { sources, base: "" })].flatMap(([path, { diagnostics }]) =>
    diagnostics.map(({ data }) => `${path} ${(data as { name: string }).name}`),
  );
}

const sqrt: Files[string] = ["from math import sqrt\n", [["math.sqrt", 1]]];

describe("an unused import", () => {
  test.for<[string, string]>([
    ["that lists it", "from a import sqrt\nsqrt(1)\n"],
    ["that lists it in brackets", "from a import (\n    x,  # sqrt\n    sqrt as root,\n)\nroot(1)\n"],
    ["that lists it behind dots", "from .a import sqrt\n"],
    ["that lists it from a package", "from app.a import x, sqrt\n"],
    ["that reads it as a member", "import a\na . sqrt(1)\n"],
    ["that takes everything and names it", "from a import *\nsqrt(1)\n"],
  ])("is kept for another file %s", ([, text]) => {
    expect(left({ "a.py": sqrt, "b.py": [text, []] })).toEqual([]);
  });

  test.for<[string, string]>([
    ["that has another module of a longer name", "from aa import sqrt\n"],
    ["that reads a longer name", "import a\na.sqrt2(1)\n"],
    ["that takes everything and does not name it", "from a import *\nsqr(1)\n"],
    ["that only has it in a comment", "from a import (x,  # sqrt\n)\n"],
  ])("is reported for a file %s", ([, text]) => {
    expect(left({ "a.py": sqrt, "b.py": [text, []] })).toEqual(["a.py math.sqrt"]);
  });

  test("is kept for another file under its alias", () => {
    const a: Files[string] = [
      "from math import sqrt as root, floor\n",
      [
        ["math.sqrt", 1],
        ["math.floor", 1],
      ],
    ];
    expect(left({ "a.py": a, "b.py": ["from a import root\n", []] })).toEqual(["a.py math.floor"]);
  });

  test("is kept for a relative import in its package", () => {
    expect(left({ "app/__init__.py": sqrt, "app/b.py": ["from . import sqrt\n", []] })).toEqual([]);
    expect(left({ "app/c.py": sqrt, "app/b.py": ["from . import sqrt\n", []] })).toHaveLength(1);
  });

  test("is kept only when the last of any number of files that pass it on uses it", () => {
    const chain = (last: Files[string]): Files => ({
      "m0.py": sqrt,
      ...Object.fromEntries(
        Array.from({ length: 150 }, (_, n): [string, Files[string]] => [
          `m${n + 1}.py`,
          [`from m${n} import sqrt\n`, [[`m${n}.sqrt`, 1]]],
        ]),
      ),
      "end.py": last,
    });
    expect(left(chain(["from m150 import sqrt\nsqrt(2)\n", []]))).toEqual([]);
    expect(left(chain(["x = 1\n", []]))).toHaveLength(151);
  });

  test("is reported when only its own file imports it", () => {
    expect(left({ "a.py": ["from a import sqrt\n", [["a.sqrt", 1]]] })).toHaveLength(1);
  });
});

test("the imports of a large text are read quickly", () => {
  const units = [
    "from a import (\n",
    "from a import b\n",
    "a.b ",
    "a",
    "a . ",
    "from ",
    "\t",
    "# from a import b\n",
    ".",
    "from a import (b)\n",
  ];
  const dice = createDice(3);
  for (let n = 0; n < 40; n += 1) {
    const unit = Array.from({ length: 1 + dice.below(3) }, () => dice.pick(units)).join("");
    const text = unit.repeat(400_000 / unit.length) + dice.pick(["", ")", "\n)"]);
    const before = process.threadCpuUsage();
    readTakings(text);
    const { user, system } = process.threadCpuUsage(before);
    expect({ unit, isQuick: (user + system) / 1000 < 2000 }).toEqual({ unit, isQuick: true });
  }
});
