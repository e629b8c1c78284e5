import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readVerdict } from "../../engine/read-verdict.ts";
import { Verdict } from "../../engine/verdict.ts";
import { leastVerdict } from "../support/least-verdict.ts";

type Shape = Readonly<{
  required?: readonly string[];
  properties?: Readonly<Record<string, Shape>>;
  items?: Shape;
  additionalProperties?: Shape | boolean;
  anyOf?: readonly Shape[];
}>;

/** The paths of all fields without which a shape does not hold. */
function requiredIn(shape: Shape, path = ""): string[] {
  const { required = [], properties = {}, items, additionalProperties, anyOf = [] } = shape;
  return [
    ...required.map((name) => `${path}${name}`),
    ...Object.entries(properties).flatMap(([name, field]) => requiredIn(field, `${path}${name}.`)),
    ...(items ? requiredIn(items, path) : []),
    ...(typeof additionalProperties === "object" ? requiredIn(additionalProperties, path) : []),
    ...anyOf.flatMap((choice) => requiredIn(choice, path)),
  ];
}

test("a verdict needs only the fields that it always had: every later one is optional or has a default", () => {
  const shape = z.toJSONSchema(Verdict, { io: "input" }) as Shape;
  expect(requiredIn(shape).toSorted()).toEqual(
    [
      "valid",
      "score",
      "diagnostics",
      "security",
      "fixes",
      "runtime",
      "meta",
      ...["severity", "rule", "message"].map((name) => `diagnostics.${name}`),
      ...["tool", "id", "severity", "message"].map((name) => `security.${name}`),
      ...["given", "judged", "held", "failed", "weak"].map((name) => `runtime.examples.${name}`),
      ...["path", "media_type", "base64"].map((name) => `runtime.outputs.${name}`),
      ...["tried", "finished"].map((name) => `runtime.search.${name}`),
      ...["passed", "failed", "skipped"].map((name) => `runtime.tests.${name}`),
      ...["code", "confidence", "why"].map((name) => `suggestions.${name}`),
      ...["service", "version", "engine"].map((name) => `meta.${name}`),
      ...["text", "kind", "repair"].map((name) => `meta.fixes.${name}`),
      ...["installed", "warm", "wait_ms"].map((name) => `meta.packages.${name}`),
      ...["name", "version", "sha256"].map((name) => `meta.packages.installed.${name}`),
      ...["signer", "signature", "request_sha256", "verdict_sha256"].map((name) => `meta.receipt.${name}`),
      ...["mode", "payment", "entrance", "issued_at"].map((name) => `meta.receipt.${name}`),
    ].toSorted(),
  );
});

describe("readVerdict", () => {
  test("fills in the defaults of fields that an older service did not have", () => {
    expect(readVerdict(leastVerdict())).toEqual(Verdict.parse(leastVerdict()));
  });

  test("keeps fields that it does not know, at every depth", () => {
    const least = leastVerdict();
    const answer = {
      ...least,
      made_up: { a: [1] },
      diagnostics: [{ severity: "error", rule: "a:b", message: "No.", line: 1, column: 2, url: "x" }],
      runtime: { ran: true, energy: 1 },
      meta: { ...least.meta, region: null },
    };
    expect(readVerdict(answer)).toMatchObject(answer);
  });

  test("keeps severities, modes, kinds and numbers that it does not know", () => {
    const least = leastVerdict();
    const answer = {
      ...least,
      score: 7,
      diagnostics: [{ severity: "hint", rule: "a:b", message: "No." }],
      security: [{ tool: "a", id: "b", severity: "critical", message: "No." }],
      meta: {
        ...least.meta,
        mode: "prove",
        fixes: [{ text: "One.", kind: "cosmetic", repair: "r", confidence: 2 }],
        receipt: { ...receipt, signature: "another form" },
      },
    };
    expect(readVerdict(answer)).toMatchObject(answer);
  });

  test("takes every verdict as it is", () => {
    const verdict = Verdict.parse({
      ...leastVerdict(),
      fixed_files: { "a.py": "x" },
      suggestions: [{ code: "x", confidence: 0.5, why: "w", files: { "b.py": "y" } }],
      runtime: {
        examples: { given: 1, judged: 1, held: 1, failed: 0, weak: 0 },
        search: { tried: 1, finished: true },
        tests: { passed: 1, failed: 0, skipped: 0 },
        outputs: [{ path: "a.png", media_type: "image/png", base64: "iVBORw==" }],
      },
      meta: {
        ...leastVerdict().meta,
        ai: { consulted: true },
        receipt,
        fixes: [{ text: "f", kind: "certain", repair: "r", guess: true }],
      },
    });
    expect(readVerdict(verdict)).toEqual(verdict);
  });

  test.for<[string, unknown]>([
    ["nothing", undefined],
    ["a text", "valid"],
    ["a list", []],
    ["a refusal", { error: "busy", message: "Later." }],
    ["an answer that does not say whether the code is valid", { ...leastVerdict(), valid: undefined }],
    ["an answer whose findings are no list", { ...leastVerdict(), diagnostics: {} }],
    ["a finding without a message", { ...leastVerdict(), diagnostics: [{ severity: "error", rule: "a:b" }] }],
    [
      "an answer whose unfinished tools are no names",
      { ...leastVerdict(), meta: { ...leastVerdict().meta, incomplete: 3 } },
    ],
  ])("does not read %s", ([, answer]) => {
    expect(readVerdict(answer)).toBeUndefined();
  });
});

const receipt = {
  signer: `0x${"a".repeat(40)}`,
  signature: `0x${"b".repeat(130)}`,
  request_sha256: "c".repeat(64),
  verdict_sha256: "d".repeat(64),
  mode: "static",
  payment: "free",
  entrance: "http",
  issued_at: 1,
};
