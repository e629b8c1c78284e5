import type { PaymentFinding, Receipt, Terms, X402 } from "../../../parts/x402/x402.ts";
import type { Payment } from "../../../parts/x402/read-payment.ts";

/** Whether a payment was made. `unknown` must never be answered by asking for another. */
type Collected =
  | Readonly<{ outcome: "settled"; receipt: Receipt }>
  | Readonly<{ outcome: "failed"; receipt: Receipt; reason: string }>
  | Readonly<{ outcome: "unknown" }>;

type Due = Readonly<{
  payment: Payment;
  /** The address of what is paid for. */
  url: string;
  terms: Terms;
  claimedAtMs: number;
  /** It may have been settled before, by somebody who did not live to write it down. */
  isRetry: boolean;
  /** An earlier settlement may still come true. */
  isUncertain: boolean;
}>;

/** Writes down what a payment was settled by. `taken` where that has settled another. */
export type WriteDown = (
  settled: Readonly<{ receipt: Receipt; log: number | null }>,
) => Promise<"written" | "taken">;

/**
 * Settles a payment. Whatever comes of that but success, the chain is asked. A facilitator's word is enough for a
 * transaction that has settled nothing yet; one that has must hold another transfer, of this payment's own.
 */
export async function collect(x402: X402, due: Due, writeDown: WriteDown): Promise<Collected> {
  if (due.isRetry) {
    const before = await look(x402, due);
    if (before === undefined) return { outcome: "unknown" };
    if (before.outcome !== "unused") return toCollected(x402, due, before, writeDown);
  }
  const settlement = await x402.settle(due.payment, due.terms);
  if (settlement.outcome === "settled") {
    const receipt = await receiptFor(x402, due, settlement.transaction);
    if ((await writeDown({ receipt, log: null })) === "written") return { outcome: "settled", receipt };
  }
  const found = await look(x402, due, settlement.transaction);
  if (found && found.outcome !== "unused") return toCollected(x402, due, found, writeDown);
  const isRefused = settlement.outcome === "not settled" && settlement.isFinal && !due.isUncertain;
  return isRefused ? failed(due, settlement.reason) : { outcome: "unknown" };
}

/** Undefined where the chain does not say. */
async function look(
  x402: X402,
  { payment, terms, claimedAtMs }: Due,
  transaction?: string,
): Promise<PaymentFinding | undefined> {
  const where = { sinceMs: claimedAtMs, ...(transaction !== undefined && { transaction }) };
  return x402.find(payment, terms, where).catch(() => undefined);
}

async function toCollected(
  x402: X402,
  due: Due,
  found: Exclude<PaymentFinding, { outcome: "unused" }>,
  writeDown: WriteDown,
): Promise<Collected> {
  if (found.outcome === "expired") return failed(due, "invalid_exact_evm_payload_authorization_valid_before");
  if (found.outcome === "spent elsewhere") return failed(due, "invalid_exact_evm_nonce_already_used");
  const receipt = await receiptFor(x402, due, found.transaction);
  const written = await writeDown({ receipt, log: found.log });
  return written === "taken" ? failed(due, "invalid_transaction_state") : { outcome: "settled", receipt };
}

async function receiptFor(
  x402: X402,
  { payment, url, terms: { network, amount } }: Due,
  transaction: string,
): Promise<Receipt> {
  const payer = payment.authorization.from;
  return x402.signReceipt(url, { success: true, transaction, network, payer, amount });
}

function failed({ payment, terms: { network } }: Due, reason: string): Collected {
  const payer = payment.authorization.from;
  const receipt = { success: false, errorReason: reason, transaction: "", network, payer };
  return { outcome: "failed", receipt, reason };
}
