import { describe, expect, test } from "vitest";
import { inspect } from "../../../engine/tasks/inspect.ts";
import { createLinter } from "../../../engine/lint/lint.ts";
import { judgeProgram } from "../../../engine/policy/policy.ts";
import { readTree } from "../../../engine/tree/tree.ts";
import { processorMs } from "../../support/processor-time.ts";

const linter = createLinter();

function found(code: string): string[] {
  return inspect(linter, code).security.map(
    ({ tool, id, severity, line }) => `${line} ${severity} ${tool}:${id}`,
  );
}

const hidden = 'import os\ngetattr(os, "sys" + "tem")("id")';

describe("a comment", () => {
  test.each([
    "# nosec",
    "# nosec B605",
    "# noqa",
    "# noqa: S605",
    "# type: ignore",
    "# pragma: no cover",
    "# policy: off",
  ])("such as %s hides no finding of the policy", (comment) => {
    expect(found(`${hidden}  ${comment}\n`)).toEqual(["2 error policy:process-execution"]);
  });

  test.each([
    "# nosec\n",
    "# ruff: noqa\n",
    "# flake8: noqa\n",
    "# mypy: ignore-errors\n",
    "# type: ignore\n",
  ])("such as %j at the top hides no finding of the policy", (comment) => {
    expect(found(`${comment}${hidden}\n`)).toEqual(["3 error policy:process-execution"]);
  });
});

describe("one problem on one line is reported once", () => {
  test.each([
    ["a shell", "import os\n\n\ndef f(x):\n    os.system(x)\n", ["5 error ruff:S605"]],
    ["text run as code", "eval(input())\n", ["1 error ruff:S307"]],
    ["a pickle", "import pickle\n\n\ndef f(x):\n    return pickle.loads(x)\n", ["5 error ruff:S301"]],
    ["a broken digest", "import hashlib\nhashlib.md5(b'x')\n", ["2 warning ruff:S324"]],
    [
      "a statement that is put together before it is executed",
      "def f(cursor, x):\n    q = f\"SELECT * FROM t WHERE a = '{x}'\"\n    cursor.execute(q)\n",
      ["3 error policy:sql-injection"],
    ],
    ["packed code", "import base64\nexec(base64.b64decode('cGFzcw=='))\n", ["2 error ruff:S102"]],
  ])("%s", (_, code, findings) => {
    expect(found(code)).toEqual(findings);
  });

  test("a finding of ruff gets the policy's message and severity, which follow from the values", () => {
    const [finding] = inspect(linter, "eval(input())\n").security;
    expect(finding).toMatchObject({ confidence: "high", cwe: "CWE-95" });
    expect(finding!.message).toContain("input from outside");
  });
});

describe("a finding of ruff is dropped when the values refute it", () => {
  test.each([
    ["imports", "import subprocess\nimport pickle\nimport xml.sax\n"],
    ["a program without a shell", "import subprocess\nsubprocess.run(['ls'], check=True)\n"],
    ["a statement of constants", "T = 't'\n\n\ndef f(c):\n    c.execute(f'SELECT * FROM {T}')\n"],
    ["a mode that only the owner writes with", "import os\nos.chmod('x', 0o755)\n"],
    ["a document that is a constant", "import xml.etree.ElementTree as ET\nET.fromstring('<a/>')\n"],
    ["a die", "import random\n\n\ndef roll():\n    return random.randint(1, 6)\n"],
    ["an object that is copied", "import pickle\n\n\ndef f(x):\n    return pickle.loads(pickle.dumps(x))\n"],
  ])("%s", (_, code) => {
    expect(found(code)).toEqual([]);
  });
});

describe("every finding", () => {
  test.each([hidden, "exec(input())", "import random\ntoken = random.random()"])(
    "says what is wrong, why, and what to do: %j",
    (code) => {
      for (const finding of judgeProgram(readTree(code)!).findings) {
        expect(finding).toMatchObject({ tool: "policy", cwe: expect.stringMatching(/^CWE-\d+$/) });
        expect(["high", "medium"]).toContain(finding.confidence);
        expect(finding.message).toMatch(/[;,:] .+\.$/);
      }
    },
  );

  test("is reported where a string is executed when it is in the string's code", () => {
    const code = "import os\n\nexec('''\nimport os\n\nos.system(input())\n''')\n";
    expect(judgeProgram(readTree(code)!).findings.map(({ id, line }) => `${line} ${id}`)).toEqual([
      "3 code-execution",
      "3 process-execution",
    ]);
  });
});

describe("bounds", () => {
  const lines = (count: number, line: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => line(at)).join("");

  test.each<[string, string]>([
    ["a sum of 9,000 terms", `x = ${Array(9000).fill("a").join(" + ")}\n`],
    ["9,000 attributes in a row", `x = a${".b".repeat(9000)}\n`],
    ["900 branches", `if a: b = 1\n${lines(900, (at) => `elif a${at}: c${at} = f\n`)}`],
    ["a text that grows 10,000 times", `s = ''\n${"s = s + 'abcdefgh'\n".repeat(10_000)}`],
    [
      "three loops of 300 turns inside each other",
      "for a in range(300):\n for b in range(300):\n  for c in range(300):\n   x = a\n",
    ],
    ["a loop that would take for ever", "i = 0\nwhile i < 10**12:\n  i += 1\n"],
    ["a list that holds itself", "x = []\nx.append(x)\nprint(f'{x}', *x)\n"],
    [
      "functions that each call the next twice",
      `${lines(60, (at) => `def f${at}(x): return f${at + 1}(x + 1) + f${at + 1}(x)\n`)}f0(eval)\n`,
    ],
    [
      "builtins with arguments that cannot be counted",
      "def g(a, o): return [sorted(*a), sorted(**o), min(*a), max(*a, **o), sorted()]\n",
    ],
    [
      "a set of large numbers",
      "values = set()\nfor a in range(2, 300):\n    for b in range(2, 300):\n        values.add(a**b)\n",
    ],
    ["markup without an end", `x = '${"<a".repeat(90_000)}' + y\nHttpResponse(x)\n`],
  ])("the policy follows %s to its end", (_, code) => {
    const tree = readTree(code)!;
    const followed = (): void => expect(judgeProgram(tree)).toMatchObject({ isComplete: true });
    expect(processorMs(followed)).toBeLessThan(10_000);
  });

  test("the policy reports a program that it cannot follow to its end as incomplete and not valid", () => {
    // Each call carries something dangerous, so each is followed, and every one calls the next four times over.
    const calls = (at: number): string => [1, 2, 3, 4].map((by) => `f${at + 1}(g, [y, ${by}])`).join(", ");
    const code = `${lines(11, (at) => `def f${at}(g, y): return [${calls(at)}]\n`)}def f11(g, y): return y\nf0(eval, z)\n`;
    expect(judgeProgram(readTree(code)!)).toMatchObject({ isComplete: false });
    expect(inspect(linter, code).diagnostics).toContainEqual(
      expect.objectContaining({ severity: "error", rule: "policy:incomplete" }),
    );
  });

  test("the policy notes a program with too many calls, which stays valid", () => {
    const code = `${lines(3000, (at) => `def f${at}(x): return f${at + 1}(x) + f${at + 1}(x)\n`)}def f3000(x): return x\n`;
    const { diagnostics } = inspect(linter, code);
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ severity: "info", rule: "policy:partly-followed" }),
    );
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});
