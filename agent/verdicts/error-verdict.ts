import type { Hex } from "viem";
import { staticTools } from "../../engine/incomplete.ts";
import type { Mode } from "../../engine/job.ts";
import { Verdict } from "../../engine/verdict.ts";
import type { FaultCode } from "../../parts/faults.ts";
import type { Release } from "../../parts/release.ts";

type About = Readonly<{ release: Pick<Release, "name" | "version">; id: Hex; mode: Mode | undefined }>;

/** The answer to a refused request: a failed verdict, with the refusal's fields added. */
export function errorVerdict(
  about: About,
  {
    code,
    message,
    envelope = {},
  }: { code: FaultCode; message: string; envelope?: Readonly<Record<string, unknown>> },
): Record<string, unknown> {
  const words = typeof envelope["message"] === "string" ? envelope["message"] : message;
  const error = typeof envelope["error"] === "string" ? envelope["error"] : code;
  const hint = "Send a new request with valid content; see the tool's description.";
  return {
    request_id: about.id,
    remedy: { action: "fix_request", hint },
    ...envelope,
    error,
    message: words,
    ...failed(about, { rule: `agent:${error}`, message: words }),
  };
}

/** The answer to a request whose mode is unavailable: it says so, instead of using a lesser mode. */
export function notJudged(about: About, why: string): Record<string, unknown> {
  const [rule, what] =
    about.mode === "execute"
      ? ["agent:not-run", "The code was not run."]
      : ["agent:not-repaired", "The code was not repaired."];
  return {
    ...failed(about, { rule, message: `${what} ${why}` }),
    error: "engine_unavailable",
    message: `${what} ${why}`,
    request_id: about.id,
    remedy: { action: "retry", hint: "Send the request again later." },
  };
}

function failed(
  { release, id, mode = "static" }: About,
  { rule, message }: { rule: string; message: string },
): Verdict {
  return Verdict.parse({
    valid: false,
    score: 0,
    diagnostics: [{ severity: "error", rule, message }],
    security: [],
    fixes: [],
    runtime: {},
    meta: {
      service: release.name,
      version: release.version,
      engine: { agent: release.version },
      mode,
      // The code was not checked.
      incomplete: mode === "execute" ? [...staticTools, "sandbox"] : [...staticTools],
      request_id: id,
    },
  });
}
