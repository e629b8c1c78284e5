import type { Hex } from "viem";
import type { Mode } from "../../engine/job.ts";
import { readVerdict } from "../../engine/read-verdict.ts";
import { traceHeaders } from "../../platform/tracing/context.ts";
import { Fault } from "../../parts/faults.ts";
import { withinTime } from "../../parts/limits/within-time.ts";
import type { AgentParts } from "../parts.ts";

/** The service's verdict, a final refusal, or a reason to try again later. */
export type ServiceAnswer =
  | Readonly<{ kind: "verdict" | "refusal"; body: Readonly<Record<string, unknown>> }>
  | Readonly<{ kind: "unreachable" | "busy"; why: string }>
  /** The service does not have the mode, so a retry cannot help. */
  | Readonly<{ kind: "mode missing"; why: string }>;

/** Longer than the service may take: a run alone may take 60 s. */
const limitMs: Readonly<Record<Mode, number>> = { static: 30_000, repair: 60_000, execute: 100_000 };
/** Refusals of the request itself; any other refusal may go away. */
const finalStatuses = new Set([400, 413, 415, 422]);

type Asking = Readonly<{ id: Hex; mode: Mode; body: unknown; signal: AbortSignal }>;

/** Calls the service as its operator. Never throws because of the service. */
export async function askService(
  parts: Pick<AgentParts, "config" | "clock">,
  { signal, ...asking }: Asking,
): Promise<ServiceAnswer> {
  try {
    const limit = { clock: parts.clock, limitMs: limitMs[asking.mode], signal };
    return await withinTime(limit, async (within) => ask(parts, { ...asking, signal: within }));
  } catch (error) {
    signal.throwIfAborted();
    return { kind: "unreachable", why: `The service cannot be reached: ${causeOf(error)}` };
  }
}

async function ask(
  { config }: Pick<AgentParts, "config">,
  { id, body, signal }: Asking,
): Promise<ServiceAnswer> {
  const response = await fetch(`${config.SERVICE_URL}/v1/validate`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-request-id": id,
      "x-client": "marketplace",
      ...traceHeaders(),
      ...(config.SERVICE_KEY !== undefined && { authorization: `Bearer ${config.SERVICE_KEY}` }),
    },
    body: JSON.stringify(body),
    signal,
    redirect: "error",
  });
  return toAnswer(response.status, (await response.json()) as Record<string, unknown>);
}

function toAnswer(status: number, body: Readonly<Record<string, unknown>>): ServiceAnswer {
  if (status === 200) {
    if (readVerdict(body) !== undefined) return { kind: "verdict", body };
    return { kind: "unreachable", why: "The server at SERVICE_URL does not return verdicts." };
  }
  const why = `The service answered ${status} ${String(body["error"])}: ${String(body["message"])}`;
  if (status === 409 && body["error"] === "unsupported_mode") return { kind: "mode missing", why };
  if (status === 503 || status === 429) return { kind: "busy", why };
  return finalStatuses.has(status) ? { kind: "refusal", body } : { kind: "unreachable", why };
}

function causeOf(error: unknown): string {
  if (error instanceof Fault) return error.message;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return `${cause instanceof Error ? ("code" in cause && String(cause.code)) || cause.message : String(cause)}.`;
}

/** The fault that makes the step run again later. */
export function notYet(why: string): Fault {
  return new Fault("engine_unavailable", { message: why });
}
