import type { Verdict } from "../../../engine/verdict.ts";
import type { PaidAnswer } from "../../answers.ts";
import type { Parts } from "../../parts.ts";
import { refuse } from "../http/answer.ts";
import { toPaymentRequired } from "./payment-required.ts";
import type { RouteReply } from "../http/route.ts";

export const noStore = { "cache-control": "no-store" };

/** The outcome of a call that is paid for by itself, as x402 has it over HTTP. */
export function replyToPayer(
  { config }: Pick<Parts, "config">,
  paid: PaidAnswer,
  requestId: string,
): RouteReply {
  if (paid.outcome === "served")
    return replyWithVerdict(paid, { ...noStore, "payment-response": encode(paid.receipt) }, requestId);
  const refusal = refuse(config, paid.fault, requestId);
  if (paid.outcome === "refused") return { ...refusal, headers: { ...noStore, ...refusal.headers } };
  const { challenge, receipt } = paid;
  return {
    status: refusal.status,
    headers: {
      ...noStore,
      ...refusal.headers,
      "payment-required": encode(challenge),
      ...(receipt && { "payment-response": encode(receipt) }),
    },
    body: toPaymentRequired(config, paid, requestId),
  };
}

export function replyWithVerdict(
  { verdict, isRepeat }: { verdict: Verdict; isRepeat: boolean },
  headers: Readonly<Record<string, string>>,
  requestId: string,
): RouteReply {
  return {
    status: 200,
    headers: { ...headers, ...(isRepeat && { "x-svc-repeat": "1" }) },
    body: { ...verdict, meta: { ...verdict.meta, request_id: requestId } },
  };
}

/** As x402's headers carry objects. */
function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}
