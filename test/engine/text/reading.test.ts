import { beforeAll, describe, expect, test } from "vitest";
import { borrowTestEngine, type TestEngine } from "../../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await borrowTestEngine();
});

async function rulesOf(code: string): Promise<string[]> {
  const { valid, diagnostics } = await engine.verdictOf(code);
  expect(valid).toBe(false);
  return diagnostics.map(({ rule }) => rule);
}

describe("truncated code", () => {
  test.each([
    ["an open bracket", ["def f(", "x = [1, 2", "print(f(1)", "x = [\n    1,\n    {\n        'a': (1, "]],
    ["an operand in a bracket", ["x = (1 +", 'x = {"a": 1, "b":', "f(a=", "print(*", "x[1:", "[x for x in"]],
    ["a value in a dict", ['x = {"a": 1, "b"']],
    ["an open quote", ["x = 'hel", 'print("hello', 'x = b"', "x = {'a': 'b"]],
    ["an open triple quote", ["x = '''abc\ndef", 'def f():\n    """doc', '"""docstring']],
    ["an open f-string", ['x = f"hello {name', 'print(f"hello {', 'x = f"hello']],
    [
      "a header's colon",
      ["def f(a, b)", "class A", "if x", "for x in y", "while True", "with open('f') as f"],
    ],
    [
      "a header's body",
      ["def f():", "class A:", "if x:", "async def f():", "match x:", "match x:\n    case 1:"],
    ],
    [
      "a half of a header",
      ["if x ==", "for x", "for x in", "with a as", "def f() ->", "def f(x: int =", "def f[T"],
    ],
    [
      "an operand",
      ["x = 1 +", "x =", "x <", "x = not", "x = a if b else", "assert x,", "x = lambda a:", "x: int ="],
    ],
    ["an else", ["x = a if b", "x = a if"]],
    [
      "a name",
      [
        "import os.",
        "from os import",
        "from os import path,",
        "from os",
        "class A:\n    def f(self):\n        self.",
      ],
    ],
    ["a decorated definition", ["@decorator", "@decorator(1", "class A:\n    @property\n"]],
    ["an except", ["try:", "try:\n    x = 1", "try:\n    f(", "def f():\n    try:\n        x = 1"]],
    [
      "the rest of an except",
      ["try:\n    x = 1\nexcept", "try:\n    x = 1\nexcept ValueError", "try:\n    x = 1\nfinally:"],
    ],
    ["a continued line", ["x = 1 + \\", "x = [1, \\"]],
    ["a digit", ["x = 0x", "x = 1e", "x = 1_"]],
    ["a comprehension", ["[x for", "{x: y for x"]],
  ])("lacks %s", async (_, programs) => {
    for (const program of programs) {
      expect([program, ...(await rulesOf(program))]).toEqual([
        program,
        "ruff:invalid-syntax",
        "python:cut-off",
      ]);
    }
  });

  test("gets a message with what is missing", async () => {
    const { diagnostics } = await engine.verdictOf("print(f(1, [2");
    expect(diagnostics.at(-1)).toMatchObject({
      severity: "info",
      message: "The code seems to be truncated: with the closing ])) at the end it would parse.",
    });
  });
});

describe("text that is not a program", () => {
  test.each([
    ["a word", ["hello", "héllo", "日本語", "_x", "  hello\n", "import", "try"]],
    [
      "a word with punctuation",
      ["hello!", "hello.", "hello...", "hello?", "hello,", "hello;", "hello:", "hello —"],
    ],
    ["a word with punctuation apart", ["hello ,", "hello :", "hello !", "hello 👋"]],
    ["a sentence", ["Please write a function that adds two numbers.", "What is the capital of France?"]],
    ["a letter", ["Dear Sir,\nI am writing to you.\n\nBest wishes"]],
    ["a list", ["1. First item\n2. Second item", "- one item\n- another item"]],
    ["a sentence that starts with a keyword", ["raise your hand", "global warming is real", "del is broken"]],
    ["signs", ["???", "🙂", "\u200b"]],
    ["a page", ["<html><body>Hi</body></html>"]],
  ])("is recognized: %s", async (_, texts) => {
    for (const text of texts) {
      expect([text, ...(await rulesOf(text))]).toEqual([text, "python:not-a-program"]);
    }
  });

  test("is detected quickly in a word of 200,000 characters", async () => {
    expect(await rulesOf(`a${"!".repeat(199_999)}`)).toEqual(["python:not-a-program"]);
  });
});

describe("sentences that are valid Python", () => {
  test.each([
    "not good",
    "hello, world",
    "x is y",
    "this or that",
    "import this",
    "hello.world",
    "one if two else three",
  ])("%s is judged as code", async (text) => {
    const { diagnostics } = await engine.verdictOf(text);
    expect(diagnostics.map(({ rule }) => rule)).not.toContain("python:not-a-program");
  });

  test.each(["pass", "...", "None", "42", '"hello"', "()", "# a comment"])(
    "%s is a program",
    async (text) => {
      expect(await engine.verdictOf(text)).toMatchObject({ valid: true });
    },
  );
});

describe("broken code that is not truncated", () => {
  test.each([
    ["x = 1\ny = = 2\nz = 3\n", "2:5"],
    ["def f(:\n    pass\nprint(1)\n", "1:7"],
    ["def f():\nprint(1)\n", "2:1"],
    ["for i in range(10)\n    print(i)\n", "1:19"],
    ["print 'hello'\n", "1:7"],
    ["class A\n    pass\n", "1:8"],
    ["(1+)\n", "1:4"],
    ["pass\n(1+)\npass\n", "2:4"],
    ["del 1\n", "1:5"],
    ["raise X, Y\n", "1:7"],
    ["lambda a, a: 0\n", "1:11"],
    ["x² = 1\n", "1:2"],
    ["x = 'abc\ny = 2\n", "1:5"],
    ["    x = 1\n", "1:1"],
    ["Sure! Here is the code:\n\n```python\nprint(1)\n```\n", "1:5"],
  ])("gets its first error reported: %j", async (code, place) => {
    expect((await engine.find(code))[0]).toBe(`${place} error ruff:invalid-syntax`);
    expect(await rulesOf(code)).not.toContain("python:cut-off");
  });

  test("gets one error per line and at most five", async () => {
    const { diagnostics } = await engine.verdictOf("x = = = 1\n".repeat(50));
    expect(diagnostics.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
  });

  test("gets no security findings and no type errors", async () => {
    expect(await engine.verdictOf("eval(input())\n1 + ''\nx = = 1\n")).toMatchObject({
      security: [],
      diagnostics: [{ rule: "ruff:invalid-syntax", line: 3 }],
    });
  });
});
