import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Check } from "../../engine/checks/check.ts";
import { checks } from "../../engine/checks/index.ts";
import { runChecks } from "../../engine/checks/run-checks.ts";
import { unfinishedTools } from "../../engine/incomplete.ts";
import { inspect } from "../../engine/tasks/inspect.ts";
import type { Inspection, Told } from "../../engine/tasks/pieces.ts";
import { Job } from "../../engine/job.ts";
import { createLinter } from "../../engine/lint/lint.ts";
import { rules } from "../../engine/policy/index.ts";
import { createPolicy } from "../../engine/policy/policy.ts";
import type { Rule } from "../../engine/policy/rule.ts";
import { openTestEngine, type TestEngine } from "../support/engine.ts";
import { childrenOf } from "../support/processes.ts";
import { until } from "../support/until.ts";

vi.setConfig({ testTimeout: 180_000 });

/** One finding of every tool: ruff, mypy, the policy, the search for credentials and our own checks. */
const wrong = `import os
import json
pair = [1, 2]
third = pair[5]
os.system(input())
KEY = "AKIAQ3EGRIQWZ5JX7K2P"
total = 1 + ""
`;

/** Which tools have found something in `wrong`. */
function foundBy({ diagnostics, security }: Pick<Inspection, "diagnostics" | "security">): string[] {
  const signs = {
    ruff: diagnostics.some(({ rule }) => rule === "ruff:F401"),
    mypy: diagnostics.some(({ rule }) => rule === "mypy:operator"),
    python: diagnostics.some(({ rule }) => rule === "python:index-out-of-range"),
    // Ruff's own word for it counts as well: it is there only when the policy has looked too.
    policy: security.some(({ id, severity }) => /process-execution|S605/.test(id) && severity === "error"),
    credentials: security.some(({ id }) => id === "aws-access-key"),
  };
  return Object.entries(signs).flatMap(([tool, isThere]) => (isThere ? [tool] : []));
}
const everyTool = ["ruff", "mypy", "python", "policy", "credentials"];
const without = (...lost: string[]) => everyTool.filter((tool) => !lost.includes(tool));

const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join("");

/** Mypy does not look into it, and takes no time for it. */
const hiddenFromTypes = (code: string) =>
  `from typing import TYPE_CHECKING\nif not TYPE_CHECKING:\n${code.replaceAll(/^(?=.)/gm, "    ")}`;

/** Ruff's time grows with the square of these. */
const slowForRuff = hiddenFromTypes(`x = (${"'a' ".repeat(40_000)})\n`);
/** Lists that the policy follows until they are too long. */
const slowForPolicy = `s = ['a']\n${"for i in range(50):\n    s = s + [str(i) + x for x in s]\n".repeat(600)}`;

const logged: { words: string; fields: unknown }[] = [];
const ignore = () => {};
const log = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: (words: string, fields?: unknown) => logged.push({ words, fields }),
};

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine({ threads: 1, workers: 1, inspectMs: 300, typesMs: 60_000, log });
});
afterAll(async () => engine[Symbol.asyncDispose]());

test("a text that every tool finishes lists no incomplete tool", async () => {
  const { verdict, isComplete } = await engine.judge(wrong);
  expect(foundBy(verdict)).toEqual(everyTool);
  expect([verdict.meta.incomplete, isComplete]).toEqual([[], true]);
});

describe("a tool that runs out of processor time is listed as incomplete beside the others' findings:", () => {
  test.for([
    ["ruff", slowForRuff],
    ["policy", slowForPolicy],
  ])("%s", async ([tool, slow]) => {
    const { verdict, isComplete } = await engine.judge(wrong + slow);
    expect(verdict.meta.incomplete).toEqual([tool]);
    expect(foundBy(verdict)).toEqual(tool === "policy" ? without() : without(tool!));
    expect(verdict.diagnostics).toContainEqual(
      expect.objectContaining({ severity: "error", rule: `${tool}:incomplete` }),
    );
    expect([verdict.valid, isComplete]).toEqual([false, false]);
  });

  test("the text is not valid even without findings of other tools", async () => {
    const { verdict } = await engine.judge(slowForPolicy);
    expect([verdict.valid, verdict.meta.incomplete]).toEqual([false, ["policy"]]);
  });

  // No text is known that takes our own checks long: the thread's message that they were cut off stands in for one.
  test("python", () => {
    const cut = inspect(createLinter(), wrong, { seen: { known: {}, lost: ["python"] } });
    expect(unfinishedTools(cut.diagnostics)).toEqual(["python"]);
    expect(foundBy(cut)).toEqual(without("mypy", "python"));
  });

  test("mypy", async () => {
    await using hasty = await openTestEngine({ workers: 1, typesMs: 300 });
    const union = `${lines(150, (n) => `class C${n}:\n    def __add__(self, o: "U") -> "U": raise ValueError\n`)}
U = ${Array.from({ length: 150 }, (_, n) => `C${n}`).join(" | ")}
def f(a: U, b: U) -> object:
    return ${Array(40).fill("a").join(" + ")}
`;
    const { verdict } = await hasty.judge(wrong + union);
    expect(verdict.meta.incomplete).toEqual(["mypy"]);
    expect(foundBy(verdict)).toEqual(without("mypy"));
    expect((await hasty.judge(wrong)).isComplete).toBe(true);
  });
});

describe("a tool that throws is listed as incomplete beside the others' findings:", () => {
  test("ruff, and its thread is replaced", async () => {
    const { verdict } = await engine.judge(`${wrong}a = 1\nx = ${Array(5000).fill("a").join(" + ")}\n`);
    expect(verdict.meta.incomplete).toContain("ruff");
    expect(foundBy(verdict)).toEqual(expect.arrayContaining(["python", "policy", "credentials"]));
    expect((await engine.judge(wrong)).isComplete).toBe(true);
  });

  const linter = createLinter();
  const look = (code: string, options: Parameters<typeof inspect>[2]) => {
    const told: Told[] = [];
    const inspection = inspect(linter, code, { ...options, tell: (one) => told.push(one) });
    return { inspection, told, unfinished: unfinishedTools(inspection.diagnostics) };
  };

  test("one rule of the policy is listed by name", () => {
    const broken: Rule = {
      id: "broken",
      cwe: "CWE-0",
      everyCall: () => {
        throw new TypeError(`the words quote ${wrong}`);
      },
    };
    const { inspection, told, unfinished } = look(wrong, { judge: createPolicy([broken, ...rules]) });
    expect(unfinished).toEqual(["policy"]);
    expect(foundBy(inspection)).toEqual(without("mypy"));
    const failures = told.flatMap((one) => one.failures);
    expect(failures).toMatchObject([{ what: "policy:broken", reason: "TypeError" }]);
    expect(JSON.stringify(failures)).not.toContain("AKIA");
  });

  test("one of our own checks is listed by name", () => {
    const broken: Check = {
      id: "broken",
      severity: "error",
      find: () => {
        throw new RangeError("too deep");
      },
    };
    const { inspection, told, unfinished } = look(wrong, {
      check: (tree) => runChecks(tree, [broken, ...checks]),
    });
    expect(unfinished).toEqual(["python"]);
    expect(foundBy(inspection)).toEqual(without("mypy"));
    expect(told.flatMap((one) => one.failures)).toMatchObject([
      { what: "python:broken", reason: "RangeError" },
    ]);
  });

  test("the whole policy", () => {
    const judge = () => {
      throw new Error("not today");
    };
    const { inspection, unfinished } = look(wrong, { judge });
    expect(unfinished).toEqual(["policy"]);
    expect(foundBy(inspection)).toEqual(expect.arrayContaining(["ruff", "python", "credentials"]));
  });
});

test("a text that our parser cannot read is still searched for keys, and three tools are incomplete", () => {
  const deep = `KEY = "AKIAQ3EGRIQWZ5JX7K2P"\nx = ${"(".repeat(150)}1${")".repeat(150)}\n`;
  const seen = { known: { tree: false }, lost: [] };
  const { diagnostics, security } = inspect(createLinter(), deep, { seen });
  expect(unfinishedTools(diagnostics)).toEqual(["credentials", "policy", "python"]);
  expect(security).toMatchObject([{ id: "aws-access-key", line: 1 }]);
});

test("every failure is counted, each kind is logged once, and no log contains the code", async () => {
  const countOf = async () => {
    const { body } = await engine.metrics.text();
    return Number(/^assay_tool_failures_total\{tool="policy"\} (\d+)$/m.exec(body)?.[1] ?? 0);
  };
  const before = await countOf();
  await engine.judge(wrong + slowForPolicy);
  await engine.judge(`${wrong + slowForPolicy}x = 1\n`);
  expect(await countOf()).toBe(before + 2);
  const ofPolicy = logged.filter(({ fields }) => (fields as { tool: string }).tool === "policy");
  expect(ofPolicy).toEqual([
    {
      words: "a tool failed on a text",
      fields: { tool: "policy", what: "policy", reason: "out of processor time", frames: [] },
    },
  ]);
  expect(JSON.stringify(logged)).not.toMatch(/AKIA|os\.system/);
});

test("time that a type checker spends stopped does not count against the limits", async () => {
  const typesMs = 1000;
  await using hasty = await openTestEngine({ workers: 1, typesMs });
  const zygotes = childrenOf(process.pid).filter((pid) => childrenOf(pid).length > 0);
  const workers = zygotes.flatMap(childrenOf);
  for (const pid of workers) process.kill(pid, "SIGSTOP");
  const judging = hasty.judge(wrong);
  const startedAt = performance.now();
  await until(() => performance.now() - startedAt > typesMs * 2);
  for (const pid of workers) process.kill(pid, "SIGCONT");
  const { verdict, isComplete } = await judging;
  expect([verdict.meta.incomplete, isComplete]).toEqual([[], true]);
  expect(foundBy(verdict)).toEqual(everyTool);
});

test("a repair is dropped when a tool could not finish the text", async () => {
  const job = Job.parse({ code: wrong + slowForPolicy, mode: "repair", options: { optimize: true } });
  const { verdict } = await engine.engine.judge(job, new AbortController().signal);
  expect(verdict).toMatchObject({ fixes: [], fixed_code: null, meta: { incomplete: ["policy"] } });
});
