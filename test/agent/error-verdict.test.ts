import { expect, test } from "vitest";
import { errorVerdict, notDone } from "../../agent/verdicts/error-verdict.ts";
import { modes } from "../../engine/job.ts";
import type { Hex } from "viem";
import { Verdict } from "../../engine/verdict.ts";

const release = { name: "assay", version: "1.2.3" } as const;
/** Nobody has looked at the code of a request that was refused. */
const unseen = ["ruff", "mypy", "python", "policy", "credentials"];
const about = { release, id: `0x${"0".repeat(63)}7` as Hex, mode: undefined } as const;

test("a refusal is a verdict that says no, with the refusal beside it", () => {
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

test("a refusal of our own has the fields of an envelope too", () => {
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

test("an envelope cannot make a refusal look like a verdict that says yes", () => {
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

test("an envelope that is no object of words is told in ours", () => {
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
] as const)("mode %s that cannot be had is %s", (mode, rule, words) => {
  const result = notDone({ ...about, mode }, "The service cannot be reached.");
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

test("every mode has a verdict that says so", () => {
  for (const mode of modes) expect(Verdict.parse(notDone({ ...about, mode }, "No.")).valid).toBe(false);
});
