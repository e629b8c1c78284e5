import { statedOrigin } from "../../caller/origin.ts";
import { mayRecord } from "../../work/recording.ts";
import { handlePaid } from "../../payment/x402/paid-call.ts";
import { modes, type Mode } from "../../../engine/job.ts";
import type { PaidAnswer } from "../../answers.ts";
import { toPaymentRequired } from "../x402/payment-required.ts";
import { toJobBody, type OfferedTool } from "../tools.ts";
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

/** Serves a call that its payment pays for, or says what it costs. */
export async function payForCall(exchange: Exchange, { tool, args, meta }: ToolCall): Promise<PaidAnswer> {
  const { parts, incoming, report } = exchange;
  const mode = modeOf({ tool, args });
  return handlePaid(parts, {
    mode,
    body: toJobBody(tool, args),
    payment: meta[paymentMember],
    resource: x402ToolResource(parts.config, tool, mode),
    entrance: "mcp",
    origin: statedOrigin(incoming) ?? "mcp",
    mayRecord: mayRecord(incoming),
    address: incoming.credential.address,
    signal: incoming.signal,
    report,
  });
}

export function hasPayment({ meta }: ToolCall): boolean {
  return meta[paymentMember] !== undefined;
}

export function receiptOf({ receipt }: Extract<PaidAnswer, { outcome: "served" | "unpaid" }>): object {
  return receipt ? { [receiptMember]: receipt } : {};
}

/** A result that a payer reads as x402's PaymentRequired, and everybody else as a refusal; hosts learn how to sign in. */
export function askForPayment(
  { parts: { config }, incoming }: Exchange,
  unpaid: Extract<PaidAnswer, { outcome: "unpaid" }>,
) {
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
