import { modes, type Mode } from "../../../engine/job.ts";
import type { Config } from "../../config.ts";
import type { Answer } from "../../handle.ts";
import type { PaymentOffer } from "../../payment/method.ts";
import { toPaymentRequired, type UnpaidAnswer } from "../x402/payment-required.ts";
import type { OfferedTool } from "../tools.ts";
import { x402ToolResource } from "../x402/x402-resources.ts";
import { mcpChallenge } from "../oauth/challenge.ts";
import type { Exchange } from "./exchange.ts";

/** Where a payment stands in a call, and its receipt in the result. */
const paymentMember = "x402/payment";
const receiptMember = "x402/payment-response";

export type ToolCall = Readonly<{
  tool: OfferedTool;
  args: unknown;
  meta: Readonly<Record<string, unknown>>;
}>;

/** What the call was sent to be paid by, and what is sold; results can tell the price. */
export function toOffer(config: Config, call: ToolCall): PaymentOffer {
  return {
    payment: call.meta[paymentMember],
    resource: (mode) => x402ToolResource(config, call.tool, mode),
    asks: true,
  };
}

export function hasPayment({ meta }: ToolCall): boolean {
  return meta[paymentMember] !== undefined;
}

export function receiptOf({ receipt }: Exclude<Answer, { outcome: "refused" }>): object {
  return receipt ? { [receiptMember]: receipt } : {};
}

/** A result that a payer reads as x402's PaymentRequired, and everybody else as a refusal; hosts learn how to sign in. */
export function askForPayment({ parts: { config }, incoming }: Exchange, unpaid: UnpaidAnswer) {
  const content = toPaymentRequired(config, unpaid, incoming.requestId);
  const hasCredential = incoming.credential.secret !== undefined;
  const signIn = hasCredential ? {} : { "mcp/www_authenticate": [mcpChallenge(config, { hasCredential })] };
  return { content, meta: { ...signIn, ...receiptOf(unpaid) } };
}

/** The older tool is told the mode; what is none is refused when the job is read. */
export function modeOf({ tool, args }: Pick<ToolCall, "tool" | "args">): Mode {
  if (tool.mode !== undefined) return tool.mode;
  const stated = typeof args === "object" && args !== null && "mode" in args ? args.mode : undefined;
  return modes.find((mode) => mode === stated) ?? "static";
}
