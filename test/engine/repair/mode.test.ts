import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { improve } from "../../../engine/improve.ts";
import { Job } from "../../../engine/job.ts";
import { openProjectCheck } from "../../../engine/project-check.ts";
import { readProject } from "../../../engine/project.ts";
import type { Verdict } from "../../../engine/verdict.ts";
import { systemClock } from "../../../platform/clock.ts";
import { openTestEngine, type TestEngine } from "../../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine({ threads: 2 });
});
afterAll(async () => engine[Symbol.asyncDispose]());

async function ask(code: string, mode = "repair", options: object = {}): Promise<Verdict> {
  const job = Job.parse({ code, mode, options });
  return (await engine.engine.judge(job, new AbortController().signal)).verdict;
}

const rulesOf = ({ diagnostics }: Verdict): string[] => diagnostics.map(({ rule }) => rule);

describe("mode repair", () => {
  test("returns the corrected source and describes each fix with its submitted line", async () => {
    const verdict = await ask("import os\n\n\ndef area(r)\n    return math.pi * r**2\n");
    expect(verdict.fixed_code).toBe("import math\n\n\ndef area(r):\n    return math.pi * r**2\n");
    expect(verdict.fixed_valid).toBe(true);
    expect(verdict.fixes).toHaveLength(3);
    const lines = verdict.fixes.map((words) => Number(/^line (\d+): /.exec(words)?.[1]));
    expect(lines.toSorted((a, b) => a - b)).toEqual([1, 4, 5]);
    expect(verdict.meta.fixes?.map(({ text }) => text)).toEqual(verdict.fixes);
    expect(verdict.meta.fixes?.map(({ kind, repair }) => `${repair} ${kind}`)).toEqual([
      "missing-colon certain",
      "missing-import certain",
      "safe-fixes preserving",
    ]);
  });

  test("reports everything mode static finds in the text that was submitted", async () => {
    const code = "import os\nprint(undefined_thing)\n";
    const [before, after] = [await ask(code, "static"), await ask(code)];
    expect(after.diagnostics).toEqual(before.diagnostics);
    expect(after.valid).toBe(false);
  });

  test("reports for broken code what appears after the syntax fix, in submitted lines", async () => {
    const verdict = await ask(
      'import os\n\ndef run(text)\n    return eval(text)\n\nprint(os.environ["A"])\n',
    );
    expect(rulesOf(verdict)).toContain("ruff:invalid-syntax");
    expect(verdict.security).toContainEqual(expect.objectContaining({ severity: "error", line: 4 }));
    expect(verdict).toMatchObject({ valid: false, fixed_valid: false });
  });

  test("changes nothing when nothing is wrong", async () => {
    const verdict = await ask("def double(n: int) -> int:\n    return n * 2\n");
    expect(verdict).toMatchObject({ valid: true, fixes: [], fixed_code: null, fixed_valid: null });
    expect(verdict.meta).not.toHaveProperty("fixes");
  });

  test("fixes a problem hidden by another although the first fix leaves as many problems", async () => {
    const halves = (sign: string): string =>
      `from typing import no_type_check\n\n\n@no_type_check\ndef read(xs):\n    xs = sorted(xs)\n    first = xs[len(xs) ${sign} 2]\n    second = xs[len(xs) ${sign} 4]\n    return first, second\n`;
    const verdict = await ask(halves("/"));
    expect(verdict.diagnostics.filter(({ severity }) => severity === "error")).toHaveLength(1);
    expect(verdict).toMatchObject({ fixed_code: halves("//"), fixed_valid: true });
    expect(verdict.fixes).toHaveLength(2);
  });

  test("changes nothing when the intent is unclear", async () => {
    expect(await ask("print(zorgblat)\n")).toMatchObject({ valid: false, fixes: [], fixed_code: null });
  });

  test("mode static never changes the source, whatever the options", async () => {
    const verdict = await ask("import os\nx = 60 * 60\nprint(x)\n", "static", { optimize: true });
    expect(verdict).toMatchObject({ fixes: [], fixed_code: null });
  });

  test.each([
    ["a byte order mark", "\ufeffimport os\nprint(1)\n", "\ufeffprint(1)\n"],
    ["line endings", "import os\r\nprint('é 😀')  # kept\r\n", "print('é 😀')  # kept\r\n"],
    ["no final line end", "import os\nprint(1)", "print(1)"],
  ])("keeps %s", async (_what, before, after) => {
    expect((await ask(before)).fixed_code).toBe(after);
  });

  test("finds nothing to do in its own result", async () => {
    const { fixed_code: fixed } = await ask("def area(r)\n    return math.pi * r**2\n\n\nprint(aera(2))\n");
    expect(fixed).not.toBeNull();
    expect(await ask(fixed!)).toMatchObject({ fixed_code: null, fixes: [], valid: true });
  });
});

describe("on a slow machine", () => {
  /** What is made of a text where so much time passes between two looks at the clock. */
  async function improvedWhere(passingMs: number) {
    let reading = 0;
    const clock = { ...systemClock, monotonic: () => (reading += passingMs) };
    const tools = { ...engine, clock };
    const { signal } = new AbortController();
    const code = "import os\nprint(60 * 60)\n";
    const job = Job.parse({ code, mode: "repair", options: { optimize: true } });
    const project = readProject(job);
    const check = openProjectCheck(tools, project, signal);
    const improving = { ...project, options: job.options, check };
    const { files, isCutShort } = await improve(tools, improving, await check(project.texts), signal);
    return { text: files.get(project.main)!.text, isCutShort };
  }

  test("the same problems are fixed", async () => {
    expect(await improvedWhere(6000)).toEqual({ text: "print(3600)\n", isCutShort: false });
  });

  test("the text is unchanged and the verdict says so when the machine is too slow", async () => {
    expect(await improvedWhere(60_000)).toEqual({
      text: "import os\nprint(60 * 60)\n",
      isCutShort: true,
    });
  });
});

describe("optimize", () => {
  test("folds constants and says so", async () => {
    const verdict = await ask("DAY = 60 * 60 * 24\nprint(DAY)\n", "repair", { optimize: true });
    expect(verdict.fixed_code).toBe("DAY = 86400\nprint(DAY)\n");
    expect(verdict.fixes).toEqual([expect.stringMatching(/^line 1: .*86400/)]);
  });

  test("is off by default", async () => {
    expect((await ask("DAY = 60 * 60 * 24\nprint(DAY)\n")).fixed_code).toBeNull();
  });
});

describe("transpile_to", () => {
  const program = "def half(n):\n    return n // 2\n\n\nprint(half(-7))\n";

  test.each(["static", "repair"])("returns a copy in mode %s", async (mode) => {
    const { transpiled, diagnostics } = await ask(program, mode, { transpile_to: "javascript" });
    expect(transpiled).toContain("function half(");
    expect(diagnostics).toEqual([]);
  });

  test("translates the fixed code", async () => {
    const { transpiled, fixed_code: fixed } = await ask(
      program.replace("n)", "n)").replace("):", ")"),
      "repair",
      {
        transpile_to: "javascript",
      },
    );
    expect(fixed).toBe(program);
    expect(transpiled).toContain("function half(");
  });

  test("refuses constructs without an exact translation, with name and line", async () => {
    const verdict = await ask("import asyncio\n\n\nasync def f():\n    await asyncio.sleep(0)\n", "static", {
      transpile_to: "typescript",
    });
    expect(verdict).toMatchObject({ valid: true, transpiled: null });
    expect(verdict.diagnostics).toContainEqual(
      expect.objectContaining({ severity: "info", rule: "python:not-transpiled", line: 4 }),
    );
  });

  test.each(["rust", "JavaScriptish", ""])("does not know the language %j", async (language) => {
    const verdict = await ask(program, "static", { transpile_to: language });
    expect(verdict).toMatchObject({ valid: true, transpiled: null });
    expect(verdict.diagnostics).toEqual([
      expect.objectContaining({ severity: "info", rule: "python:not-transpiled", line: null }),
    ]);
  });

  test("returns no copy of code that Python refuses, and says so", async () => {
    const verdict = await ask("x = = = (\n", "static", { transpile_to: "javascript" });
    expect(verdict.transpiled).toBeNull();
    expect(rulesOf(verdict)).toContain("python:not-transpiled");
  });
});
