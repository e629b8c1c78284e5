import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Job } from "../../engine/job.ts";
import type { WorkStep } from "../../engine/progress.ts";
import { clients, type Progress } from "../service/entrances/mcp/clients.ts";
import { config, requireDocker } from "../support/sandbox.ts";
import { openTestService, type TestService } from "../support/service.ts";

let service: TestService;
let key: string;

beforeAll(async () => {
  await requireDocker();
  service = await openTestService({ env: { SANDBOX: "docker", SANDBOX_IMAGE: config.SANDBOX_IMAGE } });
  key = await service.createKey();
  await service.grant(key, 10_000);
});
afterAll(async () => service[Symbol.asyncDispose]());

async function run(code: string, options: Record<string, unknown> = {}) {
  const answer = await service.validateWhenFree(key, { code, mode: "execute", options });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

const rulesOf = (verdict: any): string[] => verdict.diagnostics.map(({ rule }: { rule: string }) => rule);

describe("the data of findings", () => {
  const code = "def f(x: list[int]):\n    return x.push(nowhere)\n\n\nfor i in 5:\n    f(i)\n";

  test.for(["static", "repair", "execute"])("stays inside the engine in mode %s", async (mode) => {
    for (const text of [code, `${code}f(1\n`, code.replace("):", ")")]) {
      const { body } = await service.validateWhenFree(key, { code: text, mode });
      expect(body.diagnostics).not.toEqual([]);
      for (const diagnostic of body.diagnostics)
        expect(Object.keys(diagnostic)).toEqual(["severity", "rule", "message", "line", "column", "file"]);
    }
  });
});

describe("in mode execute", () => {
  test("the repaired source is the one that is run", async () => {
    const verdict = await run("print(math.floor(2.5))\n");
    expect(verdict).toMatchObject({
      valid: false,
      fixed_code: "import math\nprint(math.floor(2.5))\n",
      fixed_valid: true,
      runtime: { ran: true, returncode: 0, stdout: "2\n" },
    });
    expect(rulesOf(verdict)).toContain("ruff:F821");
  });

  test("a client that requests progress gets examples and candidates, in increasing numbers", async () => {
    await using client = await clients[2]!.connect(service.url, { authorization: `Bearer ${key}` });
    const told: Progress[] = [];
    const { structuredContent } = await client.callTool(
      "execute_python",
      { code: "def third(n):\n    return n * 3\n", options: { examples: "assert third(9) == 3" } },
      { onprogress: (progress) => told.push(progress) },
    );
    expect(structuredContent.fixed_code).toMatch(/n \/\/? 3/);
    const numbers = told.map(({ progress }) => progress);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect(told[0]).toMatchObject({ progress: 1, message: "1 of 1 files checked" });
  });

  test("every step of a run is reported to the engine's own caller", async () => {
    const steps: WorkStep[] = [];
    const options = { examples: "assert fourth(8) == 2" };
    const job = Job.parse({ code: "def fourth(n):\n    return n * 4\n", mode: "execute", options });
    const { signal } = new AbortController();
    await service.parts.engine.judge(job, signal, undefined, (step) => steps.push(step));
    expect(steps.slice(0, 3)).toEqual([
      { what: "files checked", done: 1, of: 1 },
      { what: "rounds of repair", done: 1 },
      { what: "examples run", done: 1, of: 1 },
    ]);
    expect(steps.slice(3).map(({ what }) => what)).toContain("candidates screened");
    const screened = steps.slice(3).map(({ done }) => done);
    expect(screened).toEqual(screened.toSorted((a, b) => a - b));
  });

  test("broken syntax is fixed, run and checked against the examples", async () => {
    const verdict = await run("def double(n)\n    return n * 2\n", { examples: "assert double(4) == 8" });
    expect(verdict).toMatchObject({ valid: false, fixed_code: "def double(n):\n    return n * 2\n" });
    expect(rulesOf(verdict)).toEqual(["ruff:invalid-syntax"]);
  });

  test("the search for a proven edit starts from the repaired source", async () => {
    const verdict = await run("def half(n)\n    return n * 2\n", {
      examples: "assert half(8) == 4\nassert half(-3) == -2",
    });
    expect(verdict.fixed_code).toBe("def half(n):\n    return n // 2\n");
    expect(verdict.fixes).toHaveLength(2);
    expect(verdict.fixes[0]).toMatch(/^line 1: /);
    expect(verdict.fixes[1]).toMatch(/all pass when run$/);
  });

  test("a repaired source for which an example fails is not a fix", async () => {
    const verdict = await run("import os\n\n\ndef f(n):\n    return n\n", {
      examples: "assert f('a') == ['zq', 17, {}]",
    });
    expect(verdict).toMatchObject({ valid: false, fixed_code: null, fixed_valid: null, fixes: [] });
    expect(rulesOf(verdict)).toContain("python:example-mismatch");
  });

  test("a repair that running refutes is dropped, and the source is run as it was submitted", async () => {
    // A program that reads the module's names uses an import that nothing else uses.
    const code = "import os\n\n\ndef has(name):\n    return name in globals()\n";
    const verdict = await run(code, { examples: "assert has('os')" });
    expect(verdict).toMatchObject({ valid: true, fixed_code: null, fixes: [] });
  });

  test("a fix that is found in the submitted source does not mention a dropped repair", async () => {
    const code =
      "import os\n\n\ndef has(name):\n    return name in globals()\n\n\ndef half(n):\n    return n * 2\n";
    const examples = "assert has('os')\nassert half(8) == 4\nassert half(-3) == -2";
    const verdict = await run(code, { examples });
    expect(verdict.fixed_code).toBe(code.replace("n * 2", "n // 2"));
    expect(verdict.fixes).toEqual([expect.stringMatching(/^line 9: .*all pass when run$/)]);
  });

  test("a program that fails only when it is repaired is run as it was submitted", async () => {
    const code = "import os\n\nassert 'os' in globals()\nprint('fine')\n";
    const verdict = await run(code);
    expect(verdict).toMatchObject({
      valid: true,
      fixed_code: null,
      runtime: { returncode: 0, stdout: "fine\n" },
    });
  });

  test("a failing example of the submitted source stays reported beside the repair that fixes it", async () => {
    const code = "def add(item, basket=[]):\n    basket.append(item)\n    return basket\n";
    const verdict = await run(code, { examples: "assert add(1) == [1]\nassert add(2) == [2]" });
    expect(verdict.valid).toBe(false);
    expect(rulesOf(verdict)).toContain("python:example-mismatch");
    expect(verdict.fixed_code).toContain("basket=None");
  });

  test("lines are those of the submitted text, even if the repair adds some", async () => {
    const verdict = await run("def f():\n    print(math.pi)\n    return 1 // 0\n\n\nf()\n");
    expect(verdict.fixed_code).toMatch(/^import math\n/);
    expect(verdict.diagnostics).toContainEqual(
      expect.objectContaining({ rule: "python:uncaught-exception", line: 3 }),
    );
  });

  test("the optimized program is the one that is run and returned", async () => {
    const verdict = await run("DAY = 60 * 60 * 24\nprint(DAY)\n", {
      optimize: true,
      expected_output: "86400\n",
      transpile_to: "javascript",
    });
    expect(verdict).toMatchObject({ valid: true, fixed_code: "DAY = 86400\nprint(DAY)\n" });
    expect(verdict.transpiled).toContain("86400");
  });
});
