import { Job } from "../../../../engine/job.ts";
import { Verdict } from "../../../../engine/verdict.ts";

export function aJob(given: object = {}): Job {
  return Job.parse({ code: "x = 1\n", ...given });
}

/** A verdict as the engine gives it. */
export function aPlainVerdict(given: object = {}): Verdict {
  return Verdict.parse({
    valid: true,
    score: 0.9,
    diagnostics: [{ severity: "warning", rule: "ruff:F401", message: "`os` imported but unused é 🐍" }],
    security: [],
    fixes: [],
    runtime: {},
    meta: { service: "assay", version: "1", engine: { ruff: "1", mypy: "2" } },
    ...given,
  });
}
