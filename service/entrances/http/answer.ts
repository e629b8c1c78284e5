import type { Quota } from "../../payment/quota.ts";
import { baseUrlOf, remedyFor, type Remedy } from "../../terms/remedy.ts";
import type { Config } from "../../config.ts";
import type { Fault, FieldProblem } from "../../../parts/faults.ts";
import type { RouteReply } from "./route.ts";

/** The one envelope of every refusal, on every entrance. */
export type RefusalBody = Readonly<{
  error: string;
  message: string;
  request_id: string;
  remedy?: Remedy;
  fields?: readonly FieldProblem[];
  limit?: number;
}>;

export function toRefusal(config: Config, fault: Fault, requestId: string): RefusalBody {
  const { fields, limit } = fault.detail;
  const remedy = remedyFor(config, fault);
  return {
    error: fault.code,
    message: fault.message,
    request_id: requestId,
    ...(remedy && { remedy }),
    ...(fields && { fields }),
    ...(limit !== undefined && { limit }),
  };
}

/** A refusal over HTTP: status, envelope, and the headers that go with the code. */
export function refuse(config: Config, fault: Fault, requestId: string): RouteReply {
  const { resetAtMs, retryAfterS, allow } = fault.detail;
  return {
    status: fault.kind.http ?? 500,
    headers: {
      ...(fault.code === "unauthorized" && {
        "www-authenticate": `Bearer realm="assay", mint="${baseUrlOf(config)}/v1/keys"`,
      }),
      ...(allow && { allow: allow.join(", ") }),
      ...(retryAfterS !== undefined && { "retry-after": String(retryAfterS) }),
      ...(resetAtMs !== undefined &&
        fault.code === "quota_exhausted" && { "x-quota-reset": toSeconds(resetAtMs) }),
    },
    body: toRefusal(config, fault, requestId),
  };
}

/** The balance, as headers; on every answer to a key. */
export function quotaHeaders(quota: Quota | undefined): Record<string, string> {
  if (quota === undefined) return {};
  return {
    "x-quota-tier": quota.tier,
    "x-quota-remaining": String(quota.remaining),
    "x-quota-reset": toSeconds(quota.resetAtMs),
    ...(quota.credits > 0 && { "x-credits-remaining": String(quota.credits) }),
  };
}

function toSeconds(ms: number): string {
  return String(Math.ceil(ms / 1000));
}
