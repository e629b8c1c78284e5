import { afterAll, beforeAll, expect, test } from "vitest";
import { choose } from "../../../engine/execute/choose.ts";
import type { ChosenSource } from "../../../engine/execute/chosen-source.ts";
import { openSession } from "../../../engine/execute/session.ts";
import { Job } from "../../../engine/job.ts";
import { systemClock } from "../../../platform/clock.ts";
import type { Box } from "../../../engine/workers/sandbox/sandbox.ts";
import { startHarness, type Harness } from "../../support/harness.ts";

let harness: Harness;
const asked: string[] = [];
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness[Symbol.asyncDispose]());

const box: Box = {
  kind: "docker",
  python: "3",
  packages: [],
  request: async function* (op, body) {
    asked.push(op);
    yield* await harness.request(op, body);
  },
  [Symbol.asyncDispose]: async () => {},
};

/** A function that is right about these numbers. */
const rightAbout = (...numbers: number[]) =>
  `def f(n):\n    return n if n in {0, ${numbers.join(", ")}} else None\n`;
const examples = "assert f(1) == 1\nassert f(2) == 2\nassert f(3) == 3";

async function chosen(after: string, before: string | undefined, wanted: string | null = examples) {
  asked.length = 0;
  const { signal } = new AbortController();
  const session = openSession(box, { clock: systemClock, budgetMs: 60_000, signal });
  const { options } = Job.parse({ code: "x", options: { examples: wanted } });
  // Ten lines were put before it.
  const source: ChosenSource = { text: after, lineOf: (line) => line && line + 10, claims: [] };
  const submitted =
    before === undefined ? undefined : { ...source, text: before, lineOf: (line: number | null) => line };
  const choice = await choose(session, { source, submitted, options });
  return {
    isRepaired: choice.source === source,
    failing: choice.check.failing.length,
    told: choice.mismatches.length,
    lines: choice.mismatches.map(({ line }) => line),
  };
}

test("a repair that passes as many examples as before is kept", async () => {
  expect(await chosen(rightAbout(3, 2, 1), rightAbout(1, 2, 3))).toMatchObject({
    isRepaired: true,
    failing: 0,
    told: 0,
  });
  expect(await chosen(rightAbout(1), rightAbout(2))).toMatchObject({ isRepaired: true, failing: 2, told: 2 });
  expect(await chosen(rightAbout(), rightAbout())).toMatchObject({ isRepaired: true, failing: 3 });
});

test("a repair that passes more examples is kept, and failures of the submitted text are reported", async () => {
  expect(await chosen(rightAbout(1, 2, 3), rightAbout(1))).toMatchObject({
    isRepaired: true,
    failing: 0,
    told: 2,
  });
});

test("a repair that passes fewer examples is dropped", async () => {
  expect(await chosen(rightAbout(1), rightAbout(1, 2, 3))).toMatchObject({
    isRepaired: false,
    failing: 0,
    told: 0,
  });
  expect(await chosen(rightAbout(1), rightAbout(2, 3))).toMatchObject({
    isRepaired: false,
    failing: 1,
    told: 1,
  });
});

test("failures are reported in submitted lines when Python accepts only the repaired text", async () => {
  const written = `def f(n):\n    """\n    >>> f(1)\n    1\n    """\n`;
  expect(await chosen(written, undefined, null)).toMatchObject({ isRepaired: true, told: 1, lines: [13] });
  const both = await chosen(written, `${written}    return 2\n`, null);
  expect(both).toMatchObject({ isRepaired: true, told: 1, lines: [3] });
});

test("nothing is compared when there are no examples", async () => {
  const none = `${rightAbout(1)}# >>> no example\n`;
  expect(await chosen(none, `${none}\n`, null)).toMatchObject({ isRepaired: true, failing: 0, told: 0 });
  expect(asked).toEqual(["E"]);
});
