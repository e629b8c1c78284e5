import { note } from "../../../platform/tracing/stages.ts";
import { Fault } from "../../../parts/faults.ts";
import type { PaymentRecord } from "../../../parts/store/payments.ts";
import { budgetS } from "../../../parts/x402/menu.ts";
import { readPayment } from "../../../parts/x402/read-payment.ts";
import type { Terms } from "../../../parts/x402/x402.ts";
import type { PaidAnswer } from "../../answers.ts";
import type { Parts } from "../../parts.ts";
import { fingerprintAddress } from "../../caller/address.ts";
import { digestOf } from "../call.ts";
import { requireMode, requirePython } from "../../work/judging.ts";
import { countRefusal, countVerdict } from "../../work/outcome.ts";
import { readJob } from "../../work/read-job.ts";
import { buy, findBought } from "./buy.ts";
import { challenge, toChallenge } from "./challenge.ts";
import { countStep, type Selling } from "./selling.ts";
import type { Order, PaidSubmission } from "./submission.ts";
import { replay } from "./work.ts";

/** The one path for calls that are paid by themselves: verified, claimed, worked for, settled, kept. */
export async function handlePaid(parts: Parts, submission: PaidSubmission): Promise<PaidAnswer> {
  try {
    if (!parts.x402) throw new Fault("not_found");
    const { entrance, mode } = submission;
    note({ entrance, mode });
    const answer = await answerPaid({ ...parts, x402: parts.x402 }, submission);
    if (answer.outcome !== "served") countRefusal(parts, answer.fault);
    else countVerdict(parts, { tier: "x402", mode, isRepeat: answer.isRepeat, verdict: answer.verdict });
    return answer;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    countRefusal(parts, error);
    return { outcome: "refused", fault: error };
  }
}

async function answerPaid(parts: Selling, submission: PaidSubmission): Promise<PaidAnswer> {
  const { mode, body, resource, entrance, origin, mayRecord, signal, hint } = submission;
  // Catalogues probe without a body; anyone who sends one that is wrong is told so before the price.
  const isProbe = body === undefined && submission.payment === undefined;
  const job = isProbe ? undefined : readJob(parts, withMode(body, mode));
  if (job === undefined || submission.payment === undefined) {
    requireMode(parts, mode);
    if (job) requirePython(parts, job);
    const unpaid = await challenge(
      parts,
      { mode, resource, job },
      { ...(hint !== undefined && { message: hint }) },
    );
    countStep(parts, "challenged", origin);
    return unpaid;
  }
  const payment = readPayment(submission.payment);
  const address = fingerprintAddress(submission.address, parts.addressSecret);
  const from = { entrance, origin, address };
  const order: Order = { job, request: digestOf(job), payment, resource, ...from, mayRecord };
  const kept = await findKept(parts, order);
  if (kept?.state === "settled") return replay(parts, order, kept, signal);
  const name = [payment.id, payment.signature, order.request].join(" ");
  const { result, isShared } = await parts.paidInFlight.share(
    name,
    signal,
    async (all, tell) => fly(parts, { ...order, report: tell }, kept, all),
    submission.report,
  );
  return result.outcome === "served" && isShared ? { ...result, isRepeat: true } : result;
}

/** The record of the very same signature. It was verified when it was claimed, and is not again: it may be spent by now. */
async function findKept({ store }: Selling, { payment, request }: Order): Promise<PaymentRecord | undefined> {
  const record = await store.findPayment(payment.id);
  if (record?.signature !== payment.signature) return undefined;
  if (record.request !== request) throw new Fault("payment_conflict");
  return record;
}

/** One flight for all who sent the same payment. `all` is aborted when the last of them has hung up. */
async function fly(
  parts: Selling,
  order: Order,
  kept: PaymentRecord | undefined,
  all: AbortSignal,
): Promise<PaidAnswer> {
  if (kept) return buy(parts, order, JSON.parse(kept.terms) as Terms, all);
  requireMode(parts, order.job.mode);
  requirePython(parts, order.job);
  const verified = await verify(parts, order);
  if (!("reason" in verified)) return buy(parts, order, verified.terms, all);
  // A wallet that was emptied by the payment itself still gets what that one bought.
  const bought = verified.ownTerms && (await findBought(parts, order, verified.ownTerms, all));
  if (bought) return bought;
  countStep(parts, "failed", order.origin);
  return challenge(parts, { mode: order.job.mode, ...order }, verified);
}

type Verified =
  | Readonly<{ terms: Terms }>
  /** `ownTerms` where the payer signed it, and lacks only the money. */
  | Readonly<{ reason: string; message?: string; ownTerms?: Terms }>;

/** Whether a payment is good for an item, and will be until the work is done and settled. */
async function verify(
  { x402, config, clock, release }: Selling,
  { job, payment, resource, address }: Order,
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

/** The address or tool decides the mode. What is no object is left for the reader of jobs to refuse. */
export function withMode(body: unknown, mode: string): unknown {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body, mode } : body;
}
