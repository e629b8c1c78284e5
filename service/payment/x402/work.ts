import type { Judgement } from "../../../engine/engine.ts";
import { Fault } from "../../../parts/faults.ts";
import type { PaymentRecord } from "../../../parts/store/payments.ts";
import type { Receipt } from "../../../parts/x402/x402.ts";
import type { PaidAnswer } from "../../answers.ts";
import type { Parts } from "../../parts.ts";
import { judgeInTurn, requireMode } from "../../work/judging.ts";
import { recordRejected } from "../../work/recording.ts";
import type { Order } from "./submission.ts";

/** A longer answer is computed again for a repeated call. */
const maxKeptLength = 2_000_000;

/** What the store keeps of an answer. */
function toAnswer({ verdict, isComplete }: Judgement): string | null {
  const text = JSON.stringify({ verdict, isComplete });
  return text.length > maxKeptLength ? null : text;
}

/** The judgement that a payment was worked for; worked out again where it was too long to be kept. */
async function judgementOf(
  parts: Parts,
  order: Order,
  record: Pick<PaymentRecord, "answer"> | undefined,
  signal: AbortSignal,
): Promise<Judgement> {
  if (record?.answer != null) return JSON.parse(record.answer) as Judgement;
  requireMode(parts, order.job.mode);
  const { payment, address, report } = order;
  const customer = { account: `x402:${payment.payer}`, address, ...(report && { report }) };
  const judged = await judgeInTurn(parts, customer, order.job, signal);
  const served = { payment: `x402/${payment.id}`, entrance: order.entrance };
  return { ...judged, verdict: await parts.receipts.sign(judged.verdict, order.job, served) };
}

type Replayed = Extract<PaidAnswer, { outcome: "served" }>;

/** What a settled payment bought, with its receipt. */
export async function replay(
  parts: Parts,
  order: Order,
  record: PaymentRecord,
  signal: AbortSignal,
): Promise<Replayed> {
  return toReplay(await judgementOf(parts, order, record, signal), record);
}

/** As above; undefined where it was too long to be kept. */
export function findReplay(record: PaymentRecord): Replayed | undefined {
  return record.answer === null ? undefined : toReplay(JSON.parse(record.answer) as Judgement, record);
}

function toReplay({ verdict }: Judgement, { receipt }: PaymentRecord): Replayed {
  return { outcome: "served", verdict, receipt: JSON.parse(receipt ?? "{}") as Receipt, isRepeat: true };
}

/** Works for a claimed payment and keeps the result under the claim. */
export async function workFor(
  parts: Parts,
  order: Order,
  { hold, record, signal }: { hold: string; record: PaymentRecord | undefined; signal: AbortSignal },
): Promise<Judgement> {
  const judgement = await judgementOf(parts, order, record, signal);
  if (record?.answer == null) {
    const kept = await parts.store.keepWork(order.payment.id, hold, { answer: toAnswer(judgement) });
    if (kept === "gone") {
      parts.metrics.countGone("x402");
      throw new Fault("payment_unavailable", { retryAfterS: 1 });
    }
    if (order.mayRecord) recordRejected(parts, order.job, judgement);
  }
  return judgement;
}
