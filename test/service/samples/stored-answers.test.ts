import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../../../engine/engine.ts";
import { modes } from "../../../engine/job.ts";
import type { Verdict } from "../../../engine/verdict.ts";
import { computeSampleAnswers, type SampleAnswers } from "../../../scripts/samples/compute-answers.ts";
import { readStoredAnswers } from "../../../service/samples/read-answer.ts";
import { samples } from "../../../service/samples/samples.ts";
import { config, requireDocker } from "../../support/sandbox.ts";
import { openTestService, type TestService } from "../../support/service.ts";

let service: TestService;
let computed: SampleAnswers;

beforeAll(async () => {
  await requireDocker();
  service = await openTestService({ env: { SANDBOX: "docker", SANDBOX_IMAGE: config.SANDBOX_IMAGE } });
  computed = await computeSampleAnswers(service.parts.engine satisfies Engine);
});
afterAll(async () => service[Symbol.asyncDispose]());

/** Without what differs from machine to machine: times, memory, and the versions of tools. */
function comparable({ runtime, meta, ...said }: Verdict): object {
  const { duration_ms: _, cpu_ms: __, max_rss_kb: ___, sandbox: ____, ...ran } = runtime;
  const { mode, incomplete, fixes } = meta;
  return { ...said, runtime: ran, meta: { mode, incomplete, fixes } };
}

describe("the stored answer", () => {
  test.for(samples.flatMap(({ id }) => modes.map((mode) => [id, mode] as const)))(
    "is the engine's, of %s in mode %s: npm run samples writes it",
    ([id, mode]) => {
      expect(comparable(readStoredAnswers()[id]![mode])).toEqual(comparable(computed[id]![mode]));
    },
  );

  test("is there for every sample and for nothing else", () => {
    expect(Object.keys(readStoredAnswers())).toEqual(samples.map(({ id }) => id));
  });
});

test("the first sample is broken, fixed by one character and proven by all its examples", () => {
  const { diagnostics, fixed_code: fixed, fixed_valid: isValid, runtime } = computed["wrong-result"]!.execute;
  const [story] = samples;
  expect(diagnostics.filter(({ rule }) => rule === "python:example-mismatch")).toHaveLength(2);
  expect(runtime.examples).toEqual({ given: 3, judged: 3, held: 1, failed: 2, weak: 0 });
  expect(isValid).toBe(true);
  expect(fixed).toBe(story!.code.replace("range(1,", "range(0,"));
});

test("the samples show a repair of a dict read as pairs, and a key that is found", () => {
  expect(computed["dict-pairs"]!.repair).toMatchObject({
    diagnostics: [{ rule: "python:dict-as-pairs" }],
    fixed_code: expect.stringContaining("stock.items()"),
    fixed_valid: true,
  });
  expect(computed["security"]!.static.security).toContainEqual(
    expect.objectContaining({ tool: "credentials", id: "aws-access-key", line: 4 }),
  );
});
