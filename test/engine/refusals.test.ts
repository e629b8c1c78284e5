import { beforeAll, describe, expect, test } from "vitest";
import { borrowTestEngine, type TestEngine } from "../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await borrowTestEngine();
});

const nested = (depth: number, header: (n: number) => string, indent = " ") =>
  `${Array.from({ length: depth }, (_, n) => indent.repeat(n) + header(n)).join("\n")}\n${indent.repeat(depth)}pass\n`;

describe("code that CPython refuses and ruff accepts", () => {
  test.each([
    ["__debug__ as an attribute", "x = 1\nx.__debug__ = 1\n", 2],
    ["__debug__ as a keyword", "print(__debug__=1)\n", 1],
    [
      "a name used before its nonlocal",
      "def f():\n    x = 1\n    def g():\n        print(x)\n        nonlocal x\n    return g\n",
      5,
    ],
    [
      "a name assigned before its nonlocal",
      "def f():\n    x = 1\n    def g():\n        x = 2\n        nonlocal x\n    return g\n",
      5,
    ],
    ["an irrefutable alternative", "match 1:\n    case _ | 1:\n        pass\n", 2],
    ["an f-string as a pattern", "match 1:\n    case f'a':\n        pass\n", 2],
    ["a lone starred expression", "a = [1]\n*a\n", 2],
    [
      "a return in except*",
      "def f():\n    try:\n        pass\n    except* ValueError:\n        return 1\n",
      5,
    ],
    ["too many nested blocks", nested(25, (n) => `for i${n} in [1]:`), 21],
    ["too many levels of indentation", nested(100, () => "if 1:"), 101],
    ["too many nested parentheses", `x = ${"(".repeat(300)}1${")".repeat(300)}\n`, 1],
    ["too long an integer", `x = ${"9".repeat(5000)}\n`, 1],
  ])("is an error: %s", async (_, code, line) => {
    const { verdict, isComplete } = await engine.judge(code);
    expect(verdict.diagnostics).toContainEqual(
      expect.objectContaining({ severity: "error", rule: "python:syntax", line }),
    );
    expect(verdict.valid).toBe(false);
    expect(isComplete).toBe(true);
    for (const { column } of verdict.diagnostics) expect(column).toBeGreaterThan(0);
  });

  test("a depth that Python accepts is valid", async () => {
    for (const code of [nested(99, () => "if 1:"), `x = ${"(".repeat(199)}1${")".repeat(199)}\n`]) {
      expect(await engine.judge(code)).toMatchObject({ isComplete: true, verdict: { valid: true } });
    }
  });
});

describe("Python 3.13's own grammar", () => {
  test.each([
    [
      "type parameters",
      "class A[T]:\n    x: T\n\n\ndef f[T](x: T) -> T:\n    return x\n\n\nprint(f(1), A)\n",
    ],
    ["defaults of type parameters", "class A[T = int]:\n    x: T\n\n\nprint(A)\n"],
    ["type statements", "type Pair[T] = tuple[T, T]\n\nprint(Pair)\n"],
    ["nested f-strings of one quote", 'x = [1]\nprint(f"{f"{f"{x}"}"}")\n'],
    [
      "backslashes and comments in f-strings",
      'x = [\'a\']\nprint(f\'{"\\n".join(x)}\', f"""{\n    x  # why not\n}""")\n',
    ],
    ["match", "match [1]:\n    case [x, *_] if x:\n        print(x)\n    case _:\n        pass\n"],
    ["except*", "try:\n    pass\nexcept* ValueError as group:\n    print(group)\n"],
    [
      "a mangled name bound in a comprehension",
      "class Foo:\n    def f(self):\n        global __x1\n        __x1 = 0\n        [_Foo__x1 := 1 for a in [2]]\n",
    ],
  ])("%s is not refused", async (_, code) => {
    const { verdict, isComplete } = await engine.judge(code);
    expect(verdict.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(isComplete).toBe(true);
  });

  test.each([
    ["except without parentheses", "try:\n    pass\nexcept ValueError, TypeError:\n    pass\n"],
    ["template strings", "x = 1\nprint(t'{x}')\n"],
  ])("%s of 3.14 are refused", async (_, code) => {
    expect((await engine.find(code))[0]).toContain("error ruff:invalid-syntax");
  });
});
