import { expect, test } from "vitest";
import { choose, type Source } from "../../../../service/engine/execute/choose.ts";
import type { Session } from "../../../../service/engine/execute/session.ts";
import { Job } from "../../../../service/engine/job.ts";

/** Stands in for a box: each word of a text is an example that holds for it, and there are those of `wanted`. */
function boxFor(wanted: readonly string[]) {
  const ran: string[] = [];
  const planned: string[] = [];
  const session: Session = {
    python: "3.13",
    budgetMs: 10_000,
    leftMs: () => 10_000,
    plan: async (code) => {
      planned.push(code);
      return {
        examples: wanted.map((text, index) => ({
          index,
          line: index + 1,
          text,
          expected: text,
          kind: "value",
          problem: null,
          weak: false,
        })),
        steps: [],
        judgement: {},
        author: "caller",
      };
    },
    run: async (source, programs) => {
      ran.push(source);
      return programs.map(({ id }) => ({
        type: "result",
        id,
        ran: true,
        returncode: 0,
        stdout: "",
        stderr: "",
        stdout_truncated: false,
        stderr_truncated: false,
        output_limit: false,
        duration_ms: 1,
        timed_out: false,
        max_rss_kb: 1,
        cpu_ms: 1,
        claims: source.split(" ").map((word) => [word]),
      }));
    },
    screen: async () => [],
    judge: async (_part, claims) =>
      claims.map((made) =>
        wanted.map((text, index) => ({
          index,
          held: made.some(([word]) => word === text),
          got: "nothing",
        })),
      ),
  };
  return { session, ran, planned };
}

const { options } = Job.parse({ code: "x", options: { examples: "assert x" } });
const submitted = (text: string): Source => ({ text, lineOf: (line) => line, suspectLines: [] });
/** Ten lines were put before it. */
const repaired = (text: string): Source => ({
  text,
  lineOf: (line) => (line === null ? null : line + 10),
  suspectLines: [],
});

async function chosen(wanted: readonly string[], after: string, before: string | undefined) {
  const { session, ran, planned } = boxFor(wanted);
  const source = repaired(after);
  const choice = await choose(session, {
    source,
    submitted: before === undefined ? undefined : submitted(before),
    options,
  });
  return {
    isRepaired: choice.source === source,
    failing: choice.check.failing,
    lines: choice.mismatches.map(({ line }) => line),
    ran,
    planned,
  };
}

test("a repair that the examples hold for as well as before is kept", async () => {
  expect(await chosen(["a", "b"], "a b", "b a")).toMatchObject({ isRepaired: true, failing: [], lines: [] });
  expect(await chosen(["a", "b"], "a x", "y b")).toMatchObject({
    isRepaired: true,
    failing: [1],
    lines: [1],
  });
  expect(await chosen(["a", "b"], "x", "y")).toMatchObject({ isRepaired: true, failing: [0, 1] });
});

test("a repair that more examples hold for is kept, and what fails is told of the submitted text", async () => {
  expect(await chosen(["a", "b"], "a b", "a")).toMatchObject({ isRepaired: true, failing: [], lines: [2] });
});

test("a repair that fewer examples hold for is dropped", async () => {
  expect(await chosen(["a", "b"], "a", "a b")).toMatchObject({ isRepaired: false, failing: [], lines: [] });
  expect(await chosen(["a", "b", "c"], "a", "a b")).toMatchObject({
    isRepaired: false,
    failing: [2],
    lines: [3],
  });
});

test("where Python accepts only the repaired text, what fails is told in submitted lines", async () => {
  expect(await chosen(["a", "b"], "a", undefined)).toEqual({
    isRepaired: true,
    failing: [1],
    lines: [12],
    ran: ["a"],
    planned: ["a"],
  });
});

test("without examples nothing is compared", async () => {
  expect(await chosen([], "a", "b")).toEqual({
    isRepaired: true,
    failing: [],
    lines: [],
    ran: [],
    planned: ["a"],
  });
});
