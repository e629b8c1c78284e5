import { beforeAll, describe, expect, test } from "vitest";
import { borrowTestEngine, type TestEngine } from "../../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await borrowTestEngine();
});

describe("a coding cookie", () => {
  test.each([
    ["in the usual form", "# -*- coding: utf-7 -*-\nx = 1\n", 1],
    ["in vim's form", "# vim: set fileencoding=latin-1 :\nx = 1\n", 1],
    ["in its shortest form", "#coding:cp1252\nx = 1\n", 1],
    ["on the second line", "#!/usr/bin/env python\n# coding: utf-16\nx = 1\n", 2],
    ["behind an empty line", "\n# coding: utf-7\nx = 1\n", 2],
    ["behind a carriage return", "# a\r# coding: utf-7\rx = 1\n", 2],
    ["behind a byte order mark", "\ufeff# coding: latin-1\nx = 1\n", 1],
    ["behind a form feed", "\f# coding: utf-7\nx = 1\n", 1],
    ["with an unknown name", "# coding: nope\nx = 1\n", 1],
  ])("%s is a security finding", async (_, code, line) => {
    const { verdict, isComplete } = await engine.judge(code);
    expect(verdict.security).toEqual([
      expect.objectContaining({ tool: "policy", id: "coding-cookie", severity: "error", line }),
    ]);
    expect(verdict.valid).toBe(false);
    expect(isComplete).toBe(true);
  });

  test.each([
    ["names UTF-8", "# -*- coding: utf-8 -*-\nx = 1\n"],
    ["names UTF-8 in capitals", "# -*- coding: UTF-8 -*-\nx = 1\n"],
    ["names UTF-8 with an underscore", "# coding: utf_8\nx = 1\n"],
    ["stands on the third line", "#\n#\n# coding: utf-7\nx = 1\n"],
    ["stands behind code", "x = 1\n# coding: utf-7\n"],
    ["stands behind code on its line", "x = 1  # coding: utf-7\n"],
    ["stands in a string", "'''\n# coding: utf-7\n'''\n"],
  ])("is ignored when it %s", async (_, code) => {
    expect(await engine.verdictOf(code)).toMatchObject({ valid: true, security: [] });
  });

  test("does not change how the tools read the text", async () => {
    expect(await engine.find("# coding: utf-7\nprint(1 + '', nothing)\n")).toEqual([
      "2:11 error mypy:operator",
      "2:15 error ruff:F821",
    ]);
  });
});
