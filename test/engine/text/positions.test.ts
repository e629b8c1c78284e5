import { beforeAll, describe, expect, test } from "vitest";
import { borrowTestEngine, type TestEngine } from "../../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await borrowTestEngine();
});

/** What each tool says, and the code point at which it says it. */
async function pointedAt(code: string): Promise<Record<string, string>> {
  const lines = code.split(/\r\n|\r|\n/);
  const { diagnostics } = await engine.verdictOf(code);
  return Object.fromEntries(
    diagnostics.map(({ rule, line, column }) => [
      rule,
      Array.from(lines[line! - 1]!)
        .slice(column! - 1)
        .join("")
        .split(/[\s).;]/)[0]!,
    ]),
  );
}

describe("columns", () => {
  test.each([
    ["letters of two bytes", "é = 'éé'; print(é + 1, nothing)\n"],
    ["emoji of four bytes and two UTF-16 units", "a = '😀😀😀'; print('é', a + 1, nothing)\n"],
    ["a family of seven code points", "a = '👨‍👩‍👧‍👦'; print('é', a + 1, nothing)\n"],
    ["nothing but ASCII", "a = ''; print(a + 1, nothing)\n"],
  ])("count code points on a line with %s", async (_, code) => {
    expect(await pointedAt(code)).toEqual({ "mypy:operator": "1,", "ruff:F821": "nothing" });
  });

  test("count code points in CPython's syntax errors, before and after parsing", async () => {
    expect(await engine.find("é = '😀😀'; é.__debug__ = 1\n")).toEqual(["1:11 error python:syntax"]);
    expect(await engine.find("é = '😀😀'; print((é.__debug__ := 1))\n")).toEqual([
      expect.stringContaining("1:18 error ruff:invalid-syntax"),
    ]);
    expect(await engine.find("# é\r\n\ré = '😀'; é.__debug__ = 1\n")).toEqual(["3:10 error python:syntax"]);
  });

  test("count code points in ruff's syntax errors", async () => {
    expect(await engine.find("é = '😀😀'; é = = 1\n")).toEqual(["1:15 error ruff:invalid-syntax"]);
  });

  test("are omitted when mypy's column is ambiguous", async () => {
    expect(await engine.find(`print('${"😀".repeat(10)}', 1 + '')\n`)).toEqual([
      "1:null error mypy:operator",
    ]);
  });
});

describe("lines", () => {
  test.each([
    ["line feeds", "\n"],
    ["carriage returns and line feeds", "\r\n"],
    ["bare carriage returns", "\r"],
  ])("end with %s", async (_, end) => {
    const code = ["x = 1", "# a comment", "print('é' + 1)", "print(nothing)", ""].join(end);
    expect(await engine.find(code)).toEqual(["3:13 error mypy:operator", "4:7 error ruff:F821"]);
  });

  test("may end in different ways in one text", async () => {
    const found = await engine.find("x = 1\r\ny = 2\nz = 3\rprint(nothing, '' + 1)");
    expect(found).toEqual(["4:7 error ruff:F821", "4:21 error mypy:operator"]);
  });

  test("end at a bare carriage return after a comment", async () => {
    expect(await engine.find("# harmless\rprint(nothing)\n")).toEqual(["2:7 error ruff:F821"]);
  });

  test.each([
    ["a form feed", "x = 1\n\fprint('a' + 1)\n", "2:14 error mypy:operator"],
    ["a vertical tab in a string", "x = 'a\vb'; print(x + 1)\n", "1:22 error mypy:operator"],
    ["a line separator in a string", "x = 'a\u2028b'; print(x + 1)\n", "1:22 error mypy:operator"],
    ["a next-line character in a string", "x = 'a\u0085b'; print(x + 1)\n", "1:22 error mypy:operator"],
  ])("do not end with %s", async (_, code, found) => {
    expect(await engine.find(code)).toContain(found);
  });
});

describe("a byte order mark", () => {
  test("counts as a character of the text for every tool", async () => {
    expect(await engine.find("\ufeffprint(1 + '', nothing)\n")).toEqual([
      "1:12 error mypy:operator",
      "1:16 error ruff:F821",
    ]);
    expect(await engine.find("\ufeffx = 1; x.__debug__ = 1\n")).toEqual(["1:9 error python:syntax"]);
    expect(await engine.find("\ufeffx = = 1\n")).toEqual(["1:6 error ruff:invalid-syntax"]);
  });

  test("does not shift later lines", async () => {
    expect(await engine.find("\ufeffx = 1\nprint(x + '')\n")).toEqual(["2:11 error mypy:operator"]);
  });

  test("is an empty program when alone", async () => {
    expect(await engine.verdictOf("\ufeff")).toMatchObject({ valid: true, score: 1, diagnostics: [] });
  });
});

describe("texts without a program", () => {
  test.each([
    ["nothing", ""],
    ["spaces", "   "],
    ["line ends", "\r\n\n\r"],
    ["a tab and a form feed", "\t\f\n"],
    ["a comment", "# nothing yet"],
  ])("%s is valid and clean", async (_, code) => {
    expect(await engine.judge(code)).toMatchObject({
      isComplete: true,
      verdict: { valid: true, score: 1, diagnostics: [], security: [] },
    });
  });
});

describe("NUL characters", () => {
  test.each([
    ["in code", "x = 1\0\ny = 2\n"],
    ["in a string", "x = 'a\0b'\n"],
    ["in a comment", "x = 1  # \0\n"],
    ["before everything", "\0x = 1\n"],
    ["at the end", "x = 1\n\0"],
  ])("%s make Python refuse the text", async (_, code) => {
    expect(await engine.judge(code)).toMatchObject({ isComplete: true, verdict: { valid: false } });
  });
});
