import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Harness } from "../../support/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

const example = "assert f(3) == 9";

describe("the time limit of examples", () => {
  test.each([
    ["a program that computes without end", "def f(x):\n while True: pass", example],
    ["a program that computes without end in C", "def f(x): return sum(range(10 ** 12))", example],
    ["a text that does", "def f(x): return 9", "while True: pass\nassert f(3) == 9"],
  ])("%s is stopped by its processor time", async (_what, code, examples) => {
    const { held, timedOut } = await harness.check(code, examples, { cpu_ms: 200, wall_ms: 600_000 });
    expect({ timedOut, last: held.at(-1) }).toEqual({ timedOut: true, last: false });
  });

  test("a program that sleeps is stopped by the clock", async () => {
    const code = "import time\ndef f(x):\n time.sleep(10 ** 6)\n return 9";
    const { held, timedOut } = await harness.check(code, example, { cpu_ms: 60_000, wall_ms: 1000 });
    expect({ held, timedOut }).toEqual({ held: [false], timedOut: true });
  });

  test("time that passes while a program has no processor is not counted", async () => {
    const code = "import time\ndef f(x):\n time.sleep(1.5)\n return 9";
    const { held, timedOut } = await harness.check(code, example, { cpu_ms: 1000, wall_ms: 600_000 });
    expect({ held, timedOut }).toEqual({ held: [true], timedOut: false });
  });
});

describe("the time limit of a candidate", () => {
  const body = { source: "#", steps: ["f(3)"], line_budget: 3000, total_ms: 600_000 };

  test("is processor time: a candidate that waits a second still answers", async () => {
    const code = "import time\ndef f(x):\n time.sleep(0.8)\n return 9";
    const [first] = await harness.request("C", { ...body, candidates: [[[0, 1, code]]] });
    expect(first).toMatchObject({ outcomes: [[[0, "value", 9, ""]]] });
  });

  test.each([
    ["computes", "def f(x):\n while True: pass"],
    ["sleeps", "import time\ndef f(x):\n time.sleep(10 ** 6)"],
  ])("ends a candidate that %s without end, and the next one answers", async (_what, code) => {
    const candidates = [[[0, 1, code]], [[0, 1, "def f(x): return 9"]]];
    const frames = await harness.request("C", { ...body, candidates });
    expect(frames.flatMap((frame) => (frame["outcomes"] as unknown[] | undefined) ?? [])).toEqual([
      null,
      [[0, "value", 9, ""]],
    ]);
  });
});
