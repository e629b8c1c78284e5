import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Frame, type Harness } from "../../support/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

const steps = ["f(3)"];
const right = "def f(x): return x * x";

/** Tries whole programs as candidates: each replaces all of the source. */
async function screen(
  candidates: readonly string[],
  options: object = {},
): Promise<{ outcomes: unknown[]; done: Frame }> {
  const source = "#";
  const body = {
    source,
    candidates: candidates.map((text) => [[0, 1, text]]),
    steps,
    line_budget: 3000,
    total_ms: 60_000,
    ...options,
  };
  const frames = await harness.request("C", body);
  const done = frames.pop();
  if (done === undefined) throw new Error("There is no last frame.");
  const outcomes: unknown[] = [];
  for (const frame of frames) {
    expect(frame).toMatchObject({ type: "screened", from: outcomes.length });
    outcomes.push(...(frame["outcomes"] as unknown[]));
  }
  return { outcomes, done };
}

const nine = [[0, "value", 9, ""]];

describe("the screen", () => {
  test("each candidate gets its own claims", async () => {
    const source = "def f(x): return x * x";
    const candidates = [
      [],
      [[19, 20, "+"]],
      [
        [19, 20, "-"],
        [21, 22, "1"],
      ],
      [[17, 22, "1 / 0"]],
      [[0, 3, "dfe"]],
    ];
    const frames = await harness.request("C", {
      source,
      candidates,
      steps,
      line_budget: 100,
      total_ms: 5000,
    });
    expect(frames.flatMap((frame) => (frame["outcomes"] as unknown[] | undefined) ?? [])).toEqual([
      nine,
      [[0, "value", 6, ""]],
      [[0, "value", 2, ""]],
      [[0, "raised", "ZeroDivisionError", "division by zero", ""]],
      null,
    ]);
    expect(frames.at(-1)).toMatchObject({ type: "done", tried: 5 });
  });

  test.each([
    ["loops in Python", "def f(x):\n while True: pass", null],
    ["loops while loading", "while True: pass", null],
    ["loops in C", "def f(x): return sum(range(10 ** 12))", null],
    ["computes without end in C", "def f(x): return 10 ** 10 ** 9", null],
    [
      "catches everything",
      "def f(x):\n while True:\n  try:\n   while True: pass\n  except BaseException: pass",
      null,
    ],
    ["catches and returns", "def f(x):\n try:\n  while True: pass\n except BaseException: return 9", null],
    ["exits", "import os\ndef f(x): os._exit(0)", null],
    ["raises SystemExit", "import sys\nsys.exit()", null],
    ["crashes", "import ctypes\nctypes.string_at(0)", null],
    ["prints without end", "def f(x):\n while True: print('x' * 1000)", null],
    [
      "writes without end to a descriptor",
      "import os\ndef f(x):\n while True: os.write(1, b'x' * 1000)",
      null,
    ],
    ["turns tracing off", "import sys\ndef f(x):\n sys.settrace(None)\n while True: pass", null],
    [
      "blocks signals and loops",
      "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\nwhile True: pass",
      null,
    ],
    [
      "writes on every descriptor",
      "import os\nfor d in range(3, 50):\n try: os.write(d, b'[1, null, 0]\\n')\n except OSError: pass\ndef f(x): return 9",
      null,
    ],
    ["closes every descriptor", "import os\nos.closerange(0, 100)\ndef f(x): return 9", null],
    [
      "recurses without end",
      "def f(x): return f(x)",
      [[0, "raised", "RecursionError", expect.any(String), ""]],
    ],
    [
      "allocates without end",
      "def f(x):\n a = []\n while True: a.append(bytes(10 ** 7))",
      [[0, "raised", "MemoryError", "", ""]],
    ],
    ["prints", "def f(x):\n print('hello')\n return 1", [[0, "value", 1, "hello\n"]]],
  ])("a candidate that %s loses only its own outcome", async (_name, code, outcome) => {
    const { outcomes, done } = await screen([right, code, right]);
    expect(outcomes).toEqual([nine, outcome, nine]);
    expect(done).toMatchObject({ type: "done", tried: 3 });
  });

  test.each([
    [
      "builtins",
      "import builtins\nbuiltins.print = builtins.len = None\ndel builtins.range\ndef f(x): return 1",
    ],
    ["the streams", "import sys\nsys.stdout.close()\nsys.stderr = None\ndef f(x): return 1"],
    ["the recursion limit", "import sys\nsys.setrecursionlimit(60)\ndef f(x): return 1"],
    ["json", "import json, os, signal\njson.dumps = os.write = signal.setitimer = None\ndef f(x): return 1"],
    ["the trace", "import sys\nsys.settrace = lambda f: None\ndef f(x): return 1"],
    [
      "threads",
      "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\ndef f(x): return 1",
    ],
    ["a process", "import os\nos.fork()\ndef f(x): return 1"],
  ])("a candidate that leaves %s changed does not change the next", async (_name, code) => {
    const next =
      "def f(x):\n print(len(range(x)))\n return g(100) * x\ndef g(n): return g(n - 1) if n else 3";
    const { outcomes } = await screen([code, next, next]);
    expect(outcomes.slice(1)).toEqual([[[0, "value", 9, "3\n"]], [[0, "value", 9, "3\n"]]]);
  });

  test("the time budget ends the screen, and the report counts what was tried", async () => {
    const { outcomes, done } = await screen(
      Array.from({ length: 50 }, () => "while True: pass"),
      { line_budget: 10 ** 9, total_ms: 1000 },
    );
    expect(done["tried"]).toBe(outcomes.length);
    expect(outcomes.length).toBeLessThan(5);
  });

  test("the line budget ends the screen at the same candidate every time", async () => {
    const busy = "def f(x):\n for i in range(x * 100): pass\n return 9";
    const candidates = Array.from({ length: 400 }, (_, index) => (index % 2 ? busy : right));
    const first = await screen(candidates, { purse: 100_000 });
    const again = await screen(candidates, { purse: 100_000 });
    expect(first.outcomes).toHaveLength(Number(first.done["tried"]));
    expect(first.outcomes.length).toBeGreaterThan(100);
    expect(first.outcomes.length).toBeLessThan(300);
    expect(again.outcomes).toEqual(first.outcomes);
    expect(again.done["spent"]).toBe(first.done["spent"]);
  });

  test("a candidate that has to be stopped is charged to the budget", async () => {
    const stuck = "def f(x): return sum(range(10 ** 12))";
    const { outcomes, done } = await screen([right, stuck, right, right], { purse: 1_000_000 });
    expect(outcomes).toEqual([nine, null]);
    expect(done["spent"]).toBeGreaterThan(1_000_000);
  });

  test("a thousand candidates take about half a millisecond each, so that all are tried in time", async () => {
    const { outcomes } = await screen(
      Array.from({ length: 1000 }, (_, index) => `${right}\ny = ${index}`),
      { total_ms: 8000 },
    );
    expect(outcomes).toHaveLength(1000);
    expect(outcomes.every((outcome) => JSON.stringify(outcome) === JSON.stringify(nine))).toBe(true);
  });
});
