import { describe, expect, test } from "vitest";
import type { AuthorExamples } from "../../../engine/execute/protocol.ts";
import { openSession } from "../../../engine/execute/session.ts";
import { systemClock } from "../../../platform/clock.ts";
import type { Box } from "../../../engine/workers/sandbox/sandbox.ts";

const example = { line: null, text: "", expected: null, kind: "value", problem: null, weak: false } as const;
const part = (author: AuthorExamples["author"]): AuthorExamples => ({
  author,
  examples: [
    { ...example, index: 0 },
    { ...example, index: 1 },
  ],
  steps: [],
  judgement: {},
});

type Said = Readonly<{ id: string; examples: readonly { index: number; held: boolean; got: null }[] }>;
const verdicts = (...indexes: number[]): Said["examples"] =>
  indexes.map((index) => ({ index, held: true, got: null }));

/** A session with a box whose judge says this, whatever it is asked. */
function sessionWith(programs: readonly Said[], nonce?: string) {
  const asked: string[] = [];
  const box: Box = {
    kind: "docker",
    python: "3.13.5",
    packages: [],
    async *request(op, body) {
      asked.push(op);
      yield { type: "judge", nonce: nonce ?? (body as { nonce: string }).nonce, programs };
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  const signal = new AbortController().signal;
  return { asked, session: openSession(box, { clock: systemClock, budgetMs: 1000, signal }) };
}

describe("a judge's word", () => {
  test("counts for every example of its part once", async () => {
    const { asked, session } = sessionWith([{ id: "0", examples: verdicts(0, 1) }]);
    expect(await session.judge(part("caller"), [[]])).toEqual([verdicts(0, 1)]);
    expect(await session.judge(part("code"), [[]])).toEqual([verdicts(0, 1)]);
    expect(asked).toEqual(["J", "O"]);
  });

  test.each<[string, Said[]]>([
    ["an example of another part", [{ id: "0", examples: verdicts(0, 2) }]],
    ["an example twice", [{ id: "0", examples: verdicts(0, 0) }]],
    ["more examples than there are", [{ id: "0", examples: verdicts(0, 1, 2) }]],
    ["fewer examples than there are", [{ id: "0", examples: verdicts(0) }]],
    ["the examples in another order", [{ id: "0", examples: verdicts(1, 0) }]],
    ["another program", [{ id: "1", examples: verdicts(0, 1) }]],
    ["no program", []],
    [
      "a program twice",
      [
        { id: "0", examples: verdicts(0, 1) },
        { id: "0", examples: verdicts(0, 1) },
      ],
    ],
  ])("about %s is none", async (_what, programs) => {
    const { session } = sessionWith(programs);
    for (const author of ["caller", "code"] as const) {
      await expect(session.judge(part(author), [[]])).rejects.toMatchObject({ reason: "protocol" });
    }
  });

  test("without the value of this request is none", async () => {
    const { session } = sessionWith([{ id: "0", examples: verdicts(0, 1) }], "a nonce of before");
    await expect(session.judge(part("caller"), [[]])).rejects.toMatchObject({ reason: "protocol" });
  });
});
