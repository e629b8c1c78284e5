import type { Config } from "../../config.ts";
import type { PaidAnswer } from "../../answers.ts";
import { toRefusal, type RefusalBody } from "../http/answer.ts";

type Unpaid = Extract<PaidAnswer, { outcome: "unpaid" }>;

/** One object for two readers: our envelope, and x402's PaymentRequired, whose `error` gives way to ours. */
export function toPaymentRequired(
  config: Config,
  { fault, challenge }: Unpaid,
  requestId: string,
): RefusalBody {
  return { ...challenge, ...toRefusal(config, fault, requestId) };
}
