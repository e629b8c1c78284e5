import type { Challenge } from "../../../parts/x402/x402.ts";

/** Reasons are open words of many facilitators, so each is known by what it is about; the first that fits is meant. */
const codes: readonly (readonly [RegExp, string])[] = [
  [/insufficient/, "INSUFFICIENT_FUNDS"],
  [/nonce/, "DUPLICATE_NONCE"],
  [/valid_before|valid_after|expired/, "EXPIRED_PAYMENT"],
  [/network/, "NETWORK_MISMATCH"],
  [/value|amount|payment_requirements/, "INVALID_AMOUNT"],
  [/signature/, "INVALID_SIGNATURE"],
];

/** Why a payment failed, in one of the extension's few words. The facilitator's own stands in the message. */
export function toPaymentError({ error = "", accepts }: Challenge, payment: unknown): string {
  const { accepted } = (payment ?? {}) as { accepted?: { network?: unknown } };
  const stated = accepted?.network;
  if (stated !== undefined && !accepts.some(({ network }) => network === stated)) return "NETWORK_MISMATCH";
  return codes.find(([about]) => about.test(error))?.[1] ?? "SETTLEMENT_FAILED";
}
