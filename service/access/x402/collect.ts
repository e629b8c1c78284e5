import type { Finding, Receipt, Terms, X402 } from "../../parts/x402/x402.ts";
import type { Payment } from "../../parts/x402/read-payment.ts";

/** Whether a payment was made. `unknown` must never be answered by asking for another. */
type Collected =
  | Readonly<{ outcome: "settled"; receipt: Receipt }>
  | Readonly<{ outcome: "failed"; receipt: Receipt; reason: string }>
  | Readonly<{ outcome: "unknown" }>;

type Due = Readonly<{
  payment: Payment;
  terms: Terms;
  claimedAtMs: number;
  /** It may have been settled before, by somebody who did not live to write it down. */
  isRetry: boolean;
  /** An earlier settlement may still come true. */
  isUncertain: boolean;
}>;

/** Settles a payment. Whatever comes of that but success, the chain is asked. */
export async function collect(x402: X402, due: Due): Promise<Collected> {
  if (due.isRetry) {
    const before = await look(x402, due);
    if (before === undefined) return { outcome: "unknown" };
    if (before.outcome !== "unused") return toCollected(due, before);
  }
  const settlement = await x402.settle(due.payment, due.terms);
  if (settlement.outcome === "settled") return settled(due, settlement.transaction);
  const found = await look(x402, due, settlement.transaction);
  if (found && found.outcome !== "unused") return toCollected(due, found);
  return settlement.isFinal && !due.isUncertain ? failed(due, settlement.reason) : { outcome: "unknown" };
}

/** Undefined where the chain does not say. */
async function look(
  x402: X402,
  { payment, terms, claimedAtMs }: Due,
  transaction?: string,
): Promise<Finding | undefined> {
  const where = { sinceMs: claimedAtMs, ...(transaction !== undefined && { transaction }) };
  return x402.find(payment, terms, where).catch(() => undefined);
}

function toCollected(due: Due, found: Exclude<Finding, { outcome: "unused" }>): Collected {
  if (found.outcome === "paid") return settled(due, found.transaction);
  return failed(
    due,
    found.outcome === "expired"
      ? "invalid_exact_evm_payload_authorization_valid_before"
      : "invalid_exact_evm_nonce_already_used",
  );
}

function settled({ payment, terms }: Due, transaction: string): Collected {
  const { network, amount } = terms;
  const payer = payment.authorization.from;
  return { outcome: "settled", receipt: { success: true, transaction, network, payer, amount } };
}

function failed({ payment, terms: { network } }: Due, reason: string): Collected {
  const payer = payment.authorization.from;
  const receipt = { success: false, errorReason: reason, transaction: "", network, payer };
  return { outcome: "failed", receipt, reason };
}
