import { afterAll, beforeAll, expect, test } from "vitest";
import { execute, type ExecuteTools } from "../../../engine/execute/execute.ts";
import { Job } from "../../../engine/job.ts";
import { systemClock } from "../../../platform/clock.ts";
import { BoxFailure, type Box } from "../../../engine/workers/sandbox/sandbox.ts";
import { startHarness, type Harness } from "../../support/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness[Symbol.asyncDispose]());

/** Boxes of which the first ones are too slow at one kind of request; each is the harness on this machine. */
function run(code: string, slow: { at: string; boxes: number }) {
  let boxes = 0;
  const troubles: unknown[] = [];
  const takeBox = async (): Promise<Box> => {
    const isSlow = (boxes += 1) <= slow.boxes;
    return {
      kind: "docker",
      python: "3",
      packages: [],
      request: async function* (op, body) {
        if (isSlow && op === slow.at) throw new BoxFailure("timeout");
        yield* await harness.request(op, body);
      },
      [Symbol.asyncDispose]: async () => {},
    };
  };
  const sandbox = {
    state: () => "ok" as const,
    trouble: () => undefined,
    take: takeBox,
    packages: () => [],
    numbers: () => ({ idle: 1, starting: 0, inUse: 0 }),
    [Symbol.asyncDispose]: async () => {},
  };
  const tools: ExecuteTools = {
    sandbox,
    model: undefined,
    clock: systemClock,
    defaultTimeoutS: 30,
    namesOf: () => new Set(),
    propose: async () => [],
    passesGate: async () => true,
    onUnjudged: (error) => troubles.push(error),
  };
  const { options } = Job.parse({ code, options: { examples: "assert f(1) == 1" } });
  const source = { text: code, lineOf: (line: number | null) => line, suspectLines: [] };
  const { signal } = new AbortController();
  const executing = execute(tools, { source, submitted: undefined, options }, signal);
  return { executing, troubles };
}

const right = "def f(n):\n    return n\n";

test.for(["P", "J"])("examples that one box has no time for (%s) are judged by the next", async (at) => {
  const { executing, troubles } = run(right, { at, boxes: 1 });
  expect(await executing).toMatchObject({ diagnostics: [], isProven: true, runtime: { ran: true } });
  expect(troubles).toHaveLength(1);
});

test.for(["P", "J"])(
  "examples that no box has time for (%s) leave the run unjudged, not blamed",
  async (at) => {
    const { executing, troubles } = run(right, { at, boxes: 2 });
    expect(await executing).toMatchObject({
      diagnostics: [{ severity: "error", rule: "sandbox:incomplete" }],
      isProven: false,
      runtime: { ran: false, timed_out: false },
    });
    expect(troubles).toHaveLength(2);
  },
);

test("a program that does not end is still told so", async () => {
  const { executing, troubles } = run(right, { at: "R", boxes: 2 });
  expect(await executing).toMatchObject({
    diagnostics: [{ rule: "python:timeout" }],
    runtime: { timed_out: true },
  });
  expect(troubles).toEqual([]);
});
