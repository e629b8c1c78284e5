import { beforeAll, describe, expect, test } from "vitest";
import { borrowTestEngine, type TestEngine } from "../../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await borrowTestEngine();
});

describe("a notebook", () => {
  test("exported to a script may use `get_ipython`", async () => {
    const code =
      "#!/usr/bin/env python\n# coding: utf-8\n\n# In[1]:\n\n\nimport math\n\nget_ipython().run_line_magic('matplotlib', 'inline')\nprint(math.pi)\n";
    expect(await engine.find(code)).toEqual([]);
    expect((await engine.verdictOf("get_python()\n")).valid).toBe(false);
  });

  test.for([
    "%matplotlib inline",
    "%%time",
    "!pip install numpy",
    "! ls -l",
    "x = %timeit -o f()",
    "files = !ls",
    "math.sqrt?",
    "math.sqrt??",
    "?math",
    "if x:\n    %timeit f(3)",
  ])("gets a message about the command %j", async (command) => {
    const { valid, diagnostics } = await engine.verdictOf(`import math\n${command}\nprint(math.pi)\n`);
    expect(valid).toBe(false);
    expect(diagnostics[0]).toMatchObject({
      rule: "ruff:invalid-syntax",
      message: expect.stringMatching(/^This is a command of IPython, not Python\. /) as string,
    });
  });

  test.for(["% 3", "x = = 3", "y = x ? 1 : 2", "if !x:", "print('a' %s)"])(
    "is not detected from %j",
    async (broken) => {
      const { diagnostics } = await engine.verdictOf(`x = 5\n${broken}\nprint(x)\n`);
      expect(diagnostics[0]!.message).not.toContain("IPython");
    },
  );
});
