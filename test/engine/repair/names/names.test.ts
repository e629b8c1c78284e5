import { beforeAll, describe, expect, test } from "vitest";
import { nameRepairs } from "../../../../engine/repair/names/index.ts";
import type { Repaired } from "../../../../engine/repair/rounds.ts";
import { borrowRepairer, type Repairing } from "../../../support/repairer.ts";

const choice = { syntax: [], own: nameRepairs, lint: () => [] };

let repairer: Repairing;
beforeAll(async () => {
  repairer = await borrowRepairer();
});

const repair = async (text: string): Promise<Repaired> => repairer.repair(text, choice);

describe("repairs of names", () => {
  test("keep line ends, tabs, and a missing final line end", async () => {
    const before =
      'class Lamp:\r\n\tdef __init__(self):\r\n\t\tself.light = 0\r\n\tdef on():\r\n\t\tself.lihgt = json.dumps("é", indent=light)';
    const { text } = await repair(before);
    expect(text).toBe(
      'import json\r\nclass Lamp:\r\n\tdef __init__(self):\r\n\t\tself.light = 0\r\n\tdef on(self):\r\n\t\tself.lihgt = json.dumps("é", indent=self.light)',
    );
  });

  test("find their place after characters of any width", async () => {
    const { text } = await repair('def f(länge, text):\n    return "𝄞é", f"𝄞 {lnäge} {txet!r:>{länge}}"\n');
    expect(text).toBe('def f(länge, text):\n    return "𝄞é", f"𝄞 {länge} {text!r:>{länge}}"\n');
  });

  test("declare an outer variable with the text's line ends and indentation", async () => {
    const { text } = await repair("n = 0\r\ndef f():\r\n\tn += 1\r\n");
    expect(text).toBe("n = 0\r\ndef f():\r\n\tglobal n\r\n\tn += 1\r\n");
  });

  test("skip a body on the line of its header", async () => {
    const before = "n = 0\ndef f(): n += 1\n";
    expect((await repair(before)).text).toBe(before);
  });

  test("insert imports after a byte order mark, a comment and a __future__ import", async () => {
    const { text } = await repair("\ufeff# note\nfrom __future__ import annotations\nprint(math.pi)\n");
    expect(text).toBe("\ufeff# note\nfrom __future__ import annotations\nimport math\nprint(math.pi)\n");
  });

  test("report the line that uses the new import", async () => {
    const { fixes } = await repair("x = 1\n\nprint(x, math.pi, sqrt(2))\n");
    expect(fixes.map(({ text }) => text)).toEqual([
      "line 3: added `import math`",
      "line 3: added `from math import sqrt`",
    ]);
  });

  test("do not match a private name to a module's name", async () => {
    const before = "print(self.__names)\n";
    expect((await repair(before)).text).toBe(before);
  });

  test("do not extend an import that is too late, conditional or multi-line", async () => {
    const { text } = await repair("x = sqrt(4)\nfrom math import pi\nprint(x, pi)\n");
    expect(text).toBe("from math import sqrt\nx = sqrt(4)\nfrom math import pi\nprint(x, pi)\n");
    const long = "from math import (\n    pi,\n)\nprint(pi, sqrt(4))\n";
    expect((await repair(long)).text).toBe(`from math import sqrt\n${long}`);
  });

  test("skip a name when the text may define names dynamically", async () => {
    const before = "globals()['total'] = 1\nprint(totl, sqrt(2))\ntotal_ = 1\n";
    expect((await repair(before)).text).toBe(before);
  });

  test("use the current value of a variable, not its first one", async () => {
    const before = "found = [1]\nif found:\n    found = {1, 2}\n    found.add(3)\n";
    expect((await repair(before)).text).toBe(before);
  });

  test("apply the advice for foreign methods when it is the same for every sequence", async () => {
    const { text } = await repair("def f(x):\n    print(x[0])\n    return x.toString()\n");
    expect(text).toBe("def f(x):\n    print(x[0])\n    return str(x)\n");
    const before = "def f(x, a):\n    print(x[0])\n    return x.indexOf(a)\n";
    expect((await repair(before)).text).toBe(before);
  });

  test("simplify a negated test at the end of a chain", async () => {
    const { text } = await repair("def f(s: str):\n    if not s.trim().isEmpty():\n        print(s)\n");
    expect(text).toBe("def f(s: str):\n    if s.strip():\n        print(s)\n");
  });

  test("add parentheses when Python needs them", async () => {
    const { text } = await repair(
      's: str = input()\nt: str = input()\nprint(-s.length ** 2, s.concat(t).length(), [s.contains("a") == True])\n',
    );
    expect(text).toBe(
      's: str = input()\nt: str = input()\nprint(-len(s) ** 2, len(s + t), [("a" in s) == True])\n',
    );
  });

  test("put an await in parentheses before an index", async () => {
    const { text } = await repair(
      "async def pair():\n    return [1, 2]\n\nasync def main():\n    print(pair()[0], [x for x in range(2) if pair()[x]])\n",
    );
    expect(text).toContain("print((await pair())[0], [x for x in range(2) if (await pair())[x]])");
  });

  test("continue in the next pass when a text has more undefined names than one pass handles", async () => {
    const names = Array.from({ length: 150 }, (_, n) => `value_${n}`);
    const { text } = await repair(
      names.map((name) => `${name} = 1\nprint(${name.replace("value", "vlaue")})\n`).join(""),
    );
    expect(text).not.toContain("vlaue");
  });
});
