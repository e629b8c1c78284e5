import { expect, test } from "vitest";
import { errorVerdict, notJudged } from "../../agent/verdicts/error-verdict.ts";
import { modes } from "../../engine/job.ts";
import type { Hex } from "viem";
import { Verdict } from "../../engine/verdict.ts";

const release = { name: "assay", version: "1.2.3" } as const;
/** The code of a refused request was not checked. */
const unseen = ["ruff", "mypy", "python", "policy", "credentials"];
const about = { release, id: `0x${"0".repeat(63)}7` as Hex, mode: undefined } as const;

test("a refusal becomes an invalid verdict that carries the refusal", () => {
  const envelope = {
    error: "too_large",
    message: "The code is too long.",
    request_id: "abc",
    remedy: { action: "shorten", hint: "Send less." },
    limit: 200_000,
  };
  const result = errorVerdict(
    { ...about, mode: "repair" },
    { code: "bad_request", message: "No.", envelope },
  );
  expect(Verdict.parse(result)).toMatchObject({
    valid: false,
    score: 0,
    diagnostics: [{ severity: "error", rule: "agent:too_large", message: "The code is too long." }],
    runtime: { ran: false },
    meta: { service: "assay", version: "1.2.3", mode: "repair", request_id: about.id, incomplete: unseen },
  });
  expect(result).toMatchObject(envelope);
});

test("a refusal of the agent's own has all fields of an envelope", () => {
  const result = errorVerdict(about, { code: "bad_request", message: "There is no code to check." });
  expect(Verdict.parse(result).diagnostics).toMatchObject([
    { rule: "agent:bad_request", message: "There is no code to check." },
  ]);
  expect(result).toMatchObject({
    error: "bad_request",
    message: "There is no code to check.",
    request_id: about.id,
    remedy: { action: "fix_request", hint: expect.stringContaining("request") },
  });
});

test("an envelope cannot make a refusal look like a valid verdict", () => {
  const envelope = {
    error: "bad_request",
    valid: true,
    score: 1,
    diagnostics: [],
    runtime: { ran: true },
    meta: null,
  };
  const result = errorVerdict(about, { code: "bad_request", message: "No.", envelope });
  expect(Verdict.parse(result)).toMatchObject({ valid: false, score: 0, runtime: { ran: false } });
  expect(Verdict.parse(result).diagnostics).toHaveLength(1);
});

test("an envelope with fields of the wrong type is replaced by our own message", () => {
  const result = errorVerdict(about, {
    code: "bad_request",
    message: "Refused.",
    envelope: { error: 5, message: null },
  });
  expect(Verdict.parse(result).diagnostics).toMatchObject([
    { rule: "agent:bad_request", message: "Refused." },
  ]);
  expect(result).toMatchObject({ error: "bad_request", message: "Refused." });
});

test.each([
  ["execute", "agent:not-run", /^The code was not run\. /],
  ["repair", "agent:not-repaired", /^The code was not repaired\. /],
] as const)("an unavailable mode %s is %s", (mode, rule, words) => {
  const result = notJudged({ ...about, mode }, "The service cannot be reached.");
  expect(Verdict.parse(result)).toMatchObject({
    valid: false,
    score: 0,
    diagnostics: [{ severity: "error", rule, message: expect.stringMatching(words) }],
    fixed_code: null,
    runtime: { ran: false, returncode: null },
    meta: { mode, incomplete: mode === "execute" ? [...unseen, "sandbox"] : unseen },
  });
  expect(result).toMatchObject({ error: "engine_unavailable", remedy: { action: "retry" } });
});

test('every mode has a verdict for "unavailable"', () => {
  for (const mode of modes) expect(Verdict.parse(notJudged({ ...about, mode }, "No.")).valid).toBe(false);
});
