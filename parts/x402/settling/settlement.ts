import { SettleError, VerifyError, type SettleResponse } from "@x402/core/types";
import type { Settlement, Verification } from "../x402.ts";

/** Reasons that facilitators have for not even sending a payment. Any other may hide one that was sent. */
const notSent =
  /insufficient_(?:funds|balance)|valid_(?:before|after)|value_(?:mismatch|too_low|too_high)|recipient_mismatch|signature|simulation_failed|network_mismatch|eip712|token_(?:name|version)_mismatch|eip3009_not_supported|kyt|invalid_(?:scheme|network|payload|payment_requirements)|unsupported_scheme/;

/** The facilitator's own words stay with us: they hold call data, signatures and the addresses of nodes. */
export function toSettlement({ success, errorReason, transaction }: SettleResponse): Settlement {
  const hash = toHash(transaction);
  // The transaction hash tells this payment from others.
  if (success && hash !== undefined) return { outcome: "settled", transaction: hash };
  const reason = toReason(errorReason, "settlement_failed");
  const isFinal = !success && !transaction && notSent.test(reason);
  return { outcome: "not settled", reason, isFinal, transaction: hash };
}

/** What is thrown is never final, but may name the transaction that was sent. */
export function toFailedSettlement(error: unknown): Settlement {
  const transaction = error instanceof SettleError ? toHash(error.transaction) : undefined;
  return { outcome: "not settled", reason: "unexpected_settle_error", isFinal: false, transaction };
}

/** Some facilitators refuse with a status as well. Undefined where it says nothing of the payment. */
export function toFailedVerification(error: unknown): Verification | undefined {
  if (!(error instanceof VerifyError) || ![400, 402, 422].includes(error.statusCode)) return undefined;
  return { isValid: false, reason: toReason(error.invalidReason, "invalid_payload") };
}

/** Reasons are open words of others: only what looks like one is passed on. */
export function toReason(reason: string | undefined, otherwise: string): string {
  return reason !== undefined && /^[a-z0-9_]{1,100}$/i.test(reason) ? reason : otherwise;
}

function toHash(transaction: string | undefined): string | undefined {
  return transaction !== undefined && /^0x[0-9a-fA-F]{64}$/.test(transaction)
    ? transaction.toLowerCase()
    : undefined;
}
