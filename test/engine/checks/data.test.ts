import { expect, test } from "vitest";
import { runChecks } from "../../../engine/checks/run-checks.ts";
import { missingAttributeData, type FindingData } from "../../../engine/findings/data.ts";
import { readTree } from "../../../engine/tree/tree.ts";

test.for<[string, string, FindingData]>([
  [
    "missing-attribute",
    "class Own:\n    def f(self):\n        return self.x\n\n\nOwn().f()\n",
    missingAttributeData("x", { is: "class", name: "Own" }),
  ],
  ["missing-member", "x = [1]\nx.push(2)\n", missingAttributeData("push", { is: "builtin", name: "list" })],
  [
    "missing-name",
    "import math\n\nprint(math.sqr(2))\n",
    missingAttributeData("sqr", { is: "module" }, ["sqrt"]),
  ],
  [
    "missing-name",
    "from math import sqr\n\nprint(sqr(2))\n",
    { kind: "missing import", module: "math", name: "sqr", suggestions: ["sqrt"] },
  ],
  [
    "foreign-method",
    "def f(x):\n    return x[0] + x.charAt(1)\n",
    { kind: "foreign method", method: "charAt" },
  ],
  ["unbound-name", "def f():\n    print(x)\n    x = 1\n", { kind: "unbound name", name: "x" }],
  ["not-iterable", "n = 5\nfor i in n:\n    print(i)\n", { kind: "not iterable", type: "int" }],
  ["none-used", "x = [1].sort()\nprint(x[0])\n", { kind: "none used", name: "x" }],
  ["none-used", "x = [1].sort()\nfor y in x:\n    print(y)\n", { kind: "none used", name: "x" }],
  ["none-used", "x = [1].sort()\nx.pop()\n", { kind: "none used", name: "x" }],
  ["none-used", "x = [1].sort()\nx()\n", { kind: "none used", name: "x" }],
  ["none-used", "x = [1].sort()\nprint(len(x))\n", { kind: "none used", name: "x" }],
  [
    "unsent-module",
    "from ..core import names\n",
    { kind: "relative imports", imports: [{ level: 2, module: "core", names: ["names"] }] },
  ],
  ["unpack-mismatch", "a, b = [1, 2, 3]\n", { kind: "unpack mismatch", names: 2 }],
])("python:%s carries the right data for %j", ([id, program, data]) => {
  const { diagnostics, failures } = runChecks(readTree(program)!);
  expect(failures).toEqual([]);
  const found = diagnostics.filter(({ rule }) => rule === `python:${id}`);
  expect(found).not.toEqual([]);
  for (const diagnostic of found) expect(diagnostic.data).toEqual(data);
});
