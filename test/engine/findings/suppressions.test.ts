import { beforeAll, describe, expect, test } from "vitest";
import { borrowTestEngine, type TestEngine } from "../../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await borrowTestEngine();
});

/** One of each: a warning, an error and a security finding, on lines that a comment can be added to. */
const program = (comment: string, first = "") =>
  `${first}import os  ${comment}\nprint(nothing)  ${comment}\neval(input())  ${comment}\n`;

async function heard(code: string): Promise<string[]> {
  const { diagnostics, security } = await engine.verdictOf(code);
  return [...diagnostics.map(({ rule }) => rule), ...security.map(({ id }) => id)];
}

describe("a text with comments for ruff", () => {
  test("keeps all findings without such comments", async () => {
    expect(await heard(program(""))).toEqual(["ruff:F401", "ruff:F821", "S307"]);
  });

  test.each([
    ["# noqa"],
    ["# NOQA"],
    ["#noqa"],
    ["# noqa: F401, F821, S307"],
    ["# noqa:F401,F821,S307"],
    ["# noqa : F401 F821 S307"],
    ["# something  # noqa"],
    ["# é 😀 noqa # noqa"],
    ["# ruff: ignore[F401, F821, S307]"],
  ])("loses only the warning with %s", async (comment) => {
    expect(await heard(program(comment))).toEqual(["ruff:F821", "S307"]);
  });

  test.each([
    ["# ruff: noqa\n"],
    ["# ruff: noqa: F401, F821, S307\n"],
    ["# flake8: noqa\n"],
    ["# ruff: file-ignore[F401, F821, S307]\n"],
    ["# ruff: disable[F401, F821, S307]\n"],
  ])("loses only the warning with %j at the top", async (first) => {
    expect(await heard(program("", first))).toEqual(["ruff:F821", "S307"]);
  });

  test("loses only the warnings that the comment names", async () => {
    expect(await heard(program("# noqa: F841"))).toEqual(["ruff:F401", "ruff:F821", "S307"]);
  });

  test("keeps all findings with # nosec", async () => {
    expect(await heard(program("# nosec"))).toEqual(["ruff:F401", "ruff:F821", "S307"]);
  });

  test.each(["# noqa", "# noqa: F706", "# ruff: ignore[F706]"])(
    "keeps the error for code that CPython refuses with %s",
    async (comment) => {
      expect(await engine.find(`return 1  ${comment}\n`)).toEqual(["1:1 error ruff:F706"]);
    },
  );

  test("keeps positions after a comment in another script", async () => {
    expect(await engine.find("# é😀 noqa\nprint('é', nothing)  # noqa\n")).toEqual(["2:12 error ruff:F821"]);
  });
});

describe("a text with comments for mypy", () => {
  const typed = (comment: string, first = "") =>
    `${first}x: int = ''  ${comment}\ndef f() -> int: return ''  ${comment}\n`;

  test("keeps all findings without such comments", async () => {
    expect(await heard(typed(""))).toEqual(["mypy:assignment", "mypy:return-value"]);
  });

  test.each([
    ["# type: ignore"],
    ["#type:ignore"],
    ["# type: ignore[assignment, return-value]"],
    ["# type: ignore  # because"],
    ["# noqa  # type: ignore"],
    ["# pyright: ignore"],
    ["# pyright: ignore[reportAssignmentType, reportReturnType]"],
  ])("loses the warning, and its error becomes a warning, with %s", async (comment) => {
    const { valid, diagnostics } = await engine.verdictOf(typed(comment));
    expect(diagnostics.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual([
      "warning mypy:return-value",
    ]);
    expect(valid).toBe(true);
  });

  test.each([["# type: ignore[attr-defined]"], ["# pyright: ignore[reportPrivateUsage]"]])(
    "keeps the error when %s names another code",
    async (comment) => {
      const { valid, diagnostics } = await engine.verdictOf(`def f() -> int: return ''  ${comment}\n`);
      expect(diagnostics).toMatchObject([{ severity: "error", rule: "mypy:return-value" }]);
      expect(valid).toBe(false);
    },
  );

  test("keeps the severity of our own errors, Python's errors and security findings", async () => {
    const code =
      "x = {}\nprint(x['a'])  # type: ignore\nprint(nothing)  # type: ignore\neval(input())  # type: ignore\n";
    const { diagnostics, security } = await engine.verdictOf(code);
    expect(diagnostics.filter(({ severity }) => severity === "error").map(({ rule }) => rule)).toEqual([
      "python:missing-key",
      "ruff:F821",
    ]);
    expect(security).toMatchObject([{ id: "S307", severity: "error" }]);
  });

  test.each([
    ["# type: ignore\n"],
    ["#!/usr/bin/env python\n# type: ignore\n"],
    ["# mypy: ignore-errors\n"],
    ["# mypy: ignore-errors=True\n"],
    ["# mypy: ignore_errors\n"],
    ['# mypy: disable-error-code="assignment, return-value"\n'],
    ["# mypy: disable-error-code=assignment\n"],
  ])("loses the warning and keeps the error with %j at the top", async (first) => {
    expect(await heard(typed("", first))).toEqual(["mypy:return-value"]);
  });

  test("loses only the codes that the comment names", async () => {
    expect(await heard(`\n${typed("# type: ignore[attr-defined]")}`)).toEqual([
      "mypy:assignment",
      "mypy:return-value",
    ]);
    expect(await heard(typed("", '# mypy: disable-error-code="misc"\n'))).toEqual([
      "mypy:assignment",
      "mypy:return-value",
    ]);
  });

  test("applies a comment inside a multi-line statement to the statement", async () => {
    expect(await heard("\nx: int = (\n    ''  # type: ignore\n)\n")).toEqual([]);
  });

  test("ignores inline settings that turn a check off", async () => {
    const settings = ["no-check-untyped-defs", "follow-imports=skip", "python-version=2.7", "plugins=nope"];
    for (const setting of settings) {
      expect(await heard(`# mypy: ${setting}\ndef f():\n    return 1 + ''\n`)).toEqual(["mypy:operator"]);
    }
  });
});

describe("a suppression inside a string", () => {
  test.each([
    ["noqa", "x = '''\n# noqa\n'''\nimport os\nprint(x)\n", ["ruff:F401"]],
    ["ruff: noqa", "x = '# ruff: noqa'\nimport os\nprint(x)\n", ["ruff:F401"]],
    ["type: ignore", "x: int = '# type: ignore'\n", ["mypy:assignment"]],
    ["mypy: ignore-errors", "'''\n# mypy: ignore-errors\n'''\nx: int = ''\n", ["mypy:assignment"]],
  ])("has no effect: %s", async (_, code, rules) => {
    expect(await heard(code)).toEqual(rules);
  });

  test("is unchanged", async () => {
    // Literal types show the text mypy was given.
    const code =
      "from typing import Literal\n\nx: Literal['# noqa type: ignore'] = '# noqa type: ignore'  # noqa\n";
    expect(await heard(code)).toEqual([]);
    const { diagnostics } = await engine.verdictOf(`${code}y: Literal['# noqa'] = '# n0qa'\n`);
    expect(diagnostics[0]!.message).toContain("# n0qa");
    expect(diagnostics[0]!.message).toContain("# noqa");
  });
});

test("thousands of comments are read quickly", async () => {
  const { isComplete } = await engine.judge("x: int = ''  # type: ignore\n".repeat(7000));
  expect(isComplete).toBe(true);
});
