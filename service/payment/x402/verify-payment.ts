import { budgetS } from "../../../parts/x402/menu.ts";
import type { Terms } from "../../../parts/x402/x402.ts";
import { toChallenge } from "./challenge.ts";
import type { PaidCall, Selling } from "./selling.ts";

type Verified =
  | Readonly<{ terms: Terms }>
  /** `ownTerms` where the payer signed it, and lacks only the money. */
  | Readonly<{ reason: string; message?: string; ownTerms?: Terms }>;

/** Whether a payment is good for an item, and will be until the work is done and settled. */
export async function verifyPayment(
  { x402, config, clock, release }: Selling,
  { job, payment, resource, address }: PaidCall,
): Promise<Verified> {
  const { mode } = job;
  const terms = x402.match(mode, payment);
  if (!terms) {
    const message = "The payment was signed for other terms. Sign one of `accepts` unchanged.";
    return { reason: "invalid_payment_requirements", message };
  }
  if (!x402.isFaithful(toChallenge({ release, x402 }, { mode, resource }), payment))
    return {
      reason: "extension_echo_mismatch",
      message: "The payment's extensions differ from ours.",
    };
  const runS = job.options.timeout_s ?? Math.min(config.DEFAULT_TIMEOUT_S, config.MAX_TIMEOUT_S);
  const minS = budgetS(mode, runS);
  if (payment.validBeforeMs - clock.now() < minS * 1000) {
    const message = `The payment expires too soon: its validBefore must be at least ${minS} seconds away.`;
    return { reason: "invalid_exact_evm_payload_authorization_valid_before", message };
  }
  const verified = await x402.verify(payment, terms, address);
  if (verified.isValid) return { terms };
  const { reason, isSigned } = verified;
  const isShort = isSigned === true && /insufficient_(?:funds|balance)/.test(reason);
  return { reason, ...(isShort && { ownTerms: terms }) };
}
