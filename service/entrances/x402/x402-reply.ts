import type { Answer } from "../../handle.ts";
import type { Parts } from "../../parts.ts";
import { quotaHeaders, refuse } from "../http/answer.ts";
import type { RouteReply } from "../http/route.ts";
import { toPaymentRequired } from "./payment-required.ts";

/** The outcome of a call that is paid for by itself, as x402 has it over HTTP. */
export function replyToPayer(
  { config }: Pick<Parts, "config">,
  answer: Answer,
  requestId: string,
): RouteReply {
  const receipt = "receipt" in answer && answer.receipt;
  const headers = {
    "cache-control": "no-store",
    ...quotaHeaders(answer.quota),
    ...(receipt && { "payment-response": encode(receipt) }),
  };
  if (answer.outcome === "served") {
    const { verdict, isRepeat } = answer;
    return {
      status: 200,
      headers: { ...headers, ...(isRepeat && { "x-svc-repeat": "1" }) },
      body: { ...verdict, meta: { ...verdict.meta, request_id: requestId } },
    };
  }
  const refusal = refuse(config, answer.fault, requestId);
  if (answer.outcome === "refused") return { ...refusal, headers: { ...headers, ...refusal.headers } };
  return {
    status: refusal.status,
    headers: { ...headers, ...refusal.headers, "payment-required": encode(answer.challenge) },
    body: toPaymentRequired(config, answer, requestId),
  };
}

/** As x402's headers carry objects. */
function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}
