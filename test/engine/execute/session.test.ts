import { describe, expect, test } from "vitest";
import type { Example } from "../../../engine/execute/protocol.ts";
import { openSession } from "../../../engine/execute/session.ts";
import { systemClock } from "../../../platform/clock.ts";
import type { Box } from "../../../engine/workers/sandbox/sandbox.ts";

const example = {
  line: null,
  text: "",
  expected: null,
  kind: "value",
  problem: null,
  held: true,
  got: null,
  weak: null,
} as const;
const examples = (...indexes: number[]): Example[] => indexes.map((index) => ({ ...example, index }));

/** A session with a box that says this, whatever it is asked. */
function sessionWith(said: object, nonce?: string) {
  const asked: { op: string; body: object }[] = [];
  const box: Box = {
    kind: "docker",
    python: "3.13.5",
    packages: [],
    async *request(op, body) {
      asked.push({ op, body });
      const sent = "program" in body ? (body.program as { nonce: string }) : (body as { nonce: string });
      yield { type: op === "E" ? "examined" : "judge", nonce: nonce ?? sent.nonce, ...said };
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  const signal = new AbortController().signal;
  return { asked, session: openSession(box, { clock: systemClock, budgetMs: 1000, signal }) };
}

const examination = { source: "x = 1", code: "x = 1", examples: "assert x == 1", wall_ms: 100 };
const report = { is_whole: true, timed_out: false, cpu_ms: 1 };

describe("an answer of the judge", () => {
  test("is accepted, and the caller's examples are sent apart from the program", async () => {
    const { asked, session } = sessionWith({ ...report, examples: examples(0, 1) });
    expect(await session.examine(examination)).toMatchObject({ examples: [{ index: 0 }, { index: 1 }] });
    const [{ op, body }] = asked as [{ op: string; body: { program: object; text: object } }];
    expect(op).toBe("E");
    expect(body.program).not.toHaveProperty("examples");
    expect(body.text).toMatchObject({ examples: "assert x == 1" });
  });

  test.each([
    ["an example twice", { ...report, examples: examples(0, 0) }],
    ["the examples in another order", { ...report, examples: examples(1, 0) }],
    ["no example", report],
    ["something else", { ...report, examples: [{ index: 0, held: "yes" }] }],
  ])("counts as a failed box when it is about %s", async (_what, said) => {
    await expect(sessionWith(said).session.examine(examination)).rejects.toMatchObject({
      reason: "protocol",
    });
  });

  test("is rejected without the nonce of this request", async () => {
    const { session } = sessionWith({ ...report, examples: examples(0) }, "a nonce of before");
    await expect(session.examine(examination)).rejects.toMatchObject({ reason: "protocol" });
  });
});

describe("an answer of the screen's judge", () => {
  const plan = { steps: ["f(1)", "f(2)"], judgement: {} };

  test("has a result for every claim of every candidate", async () => {
    const { session } = sessionWith({ held: [[true, false]] });
    expect(await session.judge(plan, [[]])).toEqual([[true, false]]);
  });

  test.each([
    ["fewer claims than there are", [[true]]],
    ["more claims than there are", [[true, true, true]]],
    ["no candidate", []],
    [
      "another candidate",
      [
        [true, true],
        [true, true],
      ],
    ],
  ])("counts as a failed box when it is about %s", async (_what, held) => {
    await expect(sessionWith({ held }).session.judge(plan, [[]])).rejects.toMatchObject({
      reason: "protocol",
    });
  });
});
