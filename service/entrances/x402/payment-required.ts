import type { Config } from "../../config.ts";
import type { Answer } from "../../handle.ts";
import { toRefusal, type RefusalBody } from "../http/answer.ts";

/** An answer that asks for a payment. */
export type UnpaidAnswer = Extract<Answer, { outcome: "unpaid" }>;

/** One object for two readers: our envelope, and x402's PaymentRequired, whose `error` gives way to ours. */
export function toPaymentRequired(
  config: Config,
  { fault, challenge }: Pick<UnpaidAnswer, "fault" | "challenge">,
  requestId: string,
): RefusalBody {
  return { ...challenge, ...toRefusal(config, fault, requestId) };
}
