import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { unfinishedTools } from "../../engine/incomplete.ts";
import { openTestEngine, type TestEngine } from "../support/engine.ts";

const inspectMs = 1000;
const typesMs = 1000;
// Far above what is needed: the limits are of processor time, and the machine may have other work.
vi.setConfig({ testTimeout: 180_000 });

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine({ threads: 1, workers: 1, inspectMs, typesMs });
});
afterAll(async () => engine[Symbol.asyncDispose]());

const program = "print(1 + '', nothing)\n";
const found = ["1:11 error mypy:operator", "1:15 error ruff:F821"];

const repeated = (times: number, piece: string, between = "") => Array(times).fill(piece).join(between);
const sumOf = (terms: number) => `a = 1\nx = ${repeated(terms, "a", " + ")}\n`;

/** Every pair of members is tried for every operator. */
const bigUnion = `${Array.from({ length: 150 }, (_, n) => `class C${n}:\n    def __add__(self, o: "U") -> "U": raise ValueError\n`).join("")}
U = ${Array.from({ length: 150 }, (_, n) => `C${n}`).join(" | ")}
def f(a: U, b: U) -> object:
    return ${repeated(40, "a", " + ")}
`;

/** Each class repeats the fields of all before it. */
const chainOfDataclasses = `from dataclasses import dataclass\n@dataclass\nclass D0:\n    x0: int = 0\n${Array.from(
  { length: 600 },
  (_, n) => `@dataclass\nclass D${n + 1}(D${n}):\n    x${n + 1}: int = 0\n`,
).join("")}`;

test("a sum of a thousand terms is valid", async () => {
  expect(await engine.judge(sumOf(1000))).toMatchObject({ isComplete: true, verdict: { valid: true } });
});

describe("a text that a tool cannot finish is not valid", () => {
  test.each([
    ["a sum of 5,000 terms", sumOf(5000)],
    ["9,000 attributes", `class A:\n    b: "A"\na = A()\nx = a${repeated(9000, ".b")}\n`],
    ["9,000 calls", `def f(): return f\nx = f${repeated(9000, "()")}\n`],
    ["500 signs before a number", `x = ${repeated(500, "-")}1\n`],
    ["200 kB of adjacent strings", `x = (${repeated(49_990, "'a' ")})\n`],
    ["operators over a big union", bigUnion],
    ["a long chain of dataclasses", chainOfDataclasses],
    ["brackets that never close", `x = ${repeated(60_000, "(")}\n`],
    ["60,000 f-strings within each other", repeated(60_000, "f'{")],
  ])("%s", async (_, code) => {
    const { verdict, isComplete } = await engine.judge(code);
    expect(verdict.valid).toBe(false);
    expect(isComplete).toBe(false);
    expect(verdict.diagnostics).toContainEqual(
      expect.objectContaining({ severity: "error", rule: expect.stringMatching(/^(ruff|mypy):incomplete$/) }),
    );

    expect(await engine.find(program)).toEqual(found);
  });

  test("Python itself refuses 600 nested blocks and 300 nested brackets", async () => {
    const blocks = Array.from({ length: 600 }, (_, n) => `${" ".repeat(n)}if 1:\n`).join("");
    for (const code of [
      `${blocks}${" ".repeat(600)}pass\n`,
      `x = ${repeated(300, "(")}1${repeated(300, ")")}\n`,
    ]) {
      const { verdict, isComplete } = await engine.judge(code);
      expect(verdict.diagnostics).toMatchObject([{ severity: "error", rule: "python:syntax" }]);
      expect(isComplete).toBe(true);
    }
  });
});

describe("a text of one repeated piece", () => {
  test.each([
    "'",
    '"""',
    "\\",
    "\\\n",
    "\t",
    "\n",
    ":",
    "@",
    "a",
    "9",
    "{}",
    "lambda:",
    "not ",
    ".",
    "a.",
    ";",
    "=",
  ])("is checked within the limits: %j", async (piece) => {
    const { verdict, isComplete } = await engine.judge(piece.repeat(5000 / piece.length));
    expect(isComplete || !verdict.valid).toBe(true);
  });
});

describe("time spent waiting for other texts", () => {
  test("does not count against the limits", async () => {
    const slow = `x = (${repeated(40_000, "'a' ")})\n`;
    const inspected = await Promise.all(
      [slow, slow, program].map(async (code) => engine.workers.inspect({ text: code }, never)),
    );
    const unfinished = inspected.map(({ diagnostics }) => unfinishedTools(diagnostics));
    expect(unfinished).toEqual([["ruff"], ["ruff"], []]);
  });
});

describe("an aborted call", () => {
  test("is rejected at once and frees its thread and worker", async () => {
    const caller = new AbortController();
    const judging = engine.judge(bigUnion, caller.signal);
    judging.catch(() => undefined); // it is looked at below
    await engine.workers.inspect({ text: "pass\n" }, never); // by now the types worker is busy with it
    caller.abort(new Error("gone"));
    await expect(judging).rejects.toThrow("gone");
    expect(await engine.find(program)).toEqual(found);
  });

  test("holds no thread or worker when it had not started", async () => {
    await expect(engine.judge(program, AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
    expect(await engine.find(program)).toEqual(found);
  });
});

test("a thread that ruff left broken is replaced", async () => {
  const { diagnostics } = await engine.workers.inspect({ text: sumOf(5000) }, never);
  expect(unfinishedTools(diagnostics)).toEqual(["ruff"]);
  expect(await engine.workers.inspect({ text: "import os\n" }, never)).toMatchObject({
    diagnostics: [{ rule: "ruff:F401" }],
  });
});

const never = new AbortController().signal;
