import type { Quota } from "../../payment/quota.ts";
import type { Parts } from "../../parts.ts";
import { quotaHeaders, refuse } from "../http/answer.ts";
import type { Incoming, RouteReply } from "../http/route.ts";
import type { A2aCallId } from "./call.ts";
import { toRpcError, type RpcFailure } from "./failure.ts";
import type { Generation } from "./generation.ts";

type Succeeded = Readonly<{ response: object; quota: Quota | undefined; isRepeat: boolean }>;

export function succeed({ response, quota, isRepeat }: Succeeded): RouteReply {
  const headers = {
    ...quotaHeaders(quota),
    ...(isRepeat && { "x-svc-repeat": "1" }),
    "cache-control": "no-store",
  };
  return { status: 200, headers, body: response };
}

type Failed = Readonly<{
  id: A2aCallId;
  /** Undefined where the version is not supported here; the newer form is then the likelier to be read. */
  generation: Generation | undefined;
  failure: RpcFailure;
  quota?: Quota | undefined;
  /** The road counts the refusals on it itself. */
  isCounted?: boolean;
}>;

export function fail(
  { config, metrics }: Pick<Parts, "config" | "metrics">,
  { requestId }: Pick<Incoming, "requestId">,
  { id, generation = "1.0", failure, quota, isCounted = false }: Failed,
): RouteReply {
  if (!isCounted) metrics.countRefusal(failure.fault.code);
  const headers = {
    ...quotaHeaders(quota),
    ...refuse(config, failure.fault, requestId).headers,
    "cache-control": "no-store",
  };
  const error = toRpcError(config, generation, failure, requestId);
  return { status: failure.status, headers, body: { jsonrpc: "2.0", id, error } };
}
