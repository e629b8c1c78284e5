import type { Judgement } from "../../../engine/engine.ts";
import { Fault } from "../../../parts/faults.ts";
import type { PaymentRecord } from "../../../parts/store/payments.ts";
import { countVisit } from "../../../parts/store/visits.ts";
import type { Receipt, Terms } from "../../../parts/x402/x402.ts";
import type { ServedCall } from "../../answers.ts";
import type { HeldPayment, KeepResult, Taken } from "../method.ts";
import { challenge } from "./challenge.ts";
import { letGo, type Hold } from "./claim.ts";
import { collect, type WriteDown } from "./collect.ts";
import { countStep, type PaidCall, type Selling } from "./selling.ts";

const repeatWindowMs = 10 * 60_000;
/** A longer answer is computed again for a repeated call. */
const maxKeptLength = 2_000_000;
/** How often, and after which pause, a payment is tried whose payer has gone: nobody sends it again then. */
const [maxTriesAlone, pauseMs] = [3, 1000];

/**
 * A claimed payment. It is settled when the work is done, even if everybody has gone by then: the same payment brings the
 * answer again. It is let go if it is not settled, as when the work was given up.
 */
export function holdPayment(
  parts: Selling,
  call: PaidCall,
  { claiming, hold, claimedAtMs, terms }: Hold & { terms: Terms },
): HeldPayment {
  const { job, payment, resource, origin } = call;
  const earlier = claiming.outcome === "worked" ? claiming : undefined;
  const worked = earlier && judgementIn(earlier.record);
  let isUncertain = earlier?.isUncertain ?? false;
  let isOver = false;

  async function giveBack(): Promise<void> {
    if (isOver) return;
    isOver = true;
    await letGo(parts, call, hold, isUncertain);
  }

  async function keep(judgement: Judgement, all: AbortSignal): Promise<KeepResult> {
    if (!worked) await keepWork(parts, call, hold, judgement);
    const isRetry = earlier !== undefined;
    const due = { payment, url: resource.url, terms, claimedAtMs, isRetry, isUncertain };
    const write: WriteDown = async (settled) => writeDown(parts, call, judgement, settled);
    let collected = await collect(parts.x402, due, write);
    for (let tried = 1; collected.outcome === "unknown" && all.aborted && tried < maxTriesAlone; tried += 1) {
      isUncertain = true;
      await parts.clock.sleep(pauseMs, parts.stopping);
      collected = await collect(parts.x402, { ...due, isRetry: true, isUncertain }, write);
    }
    if (collected.outcome === "unknown") {
      isUncertain = true;
      throw outcomeUnknown();
    }
    const { receipt } = collected;
    if (collected.outcome === "failed") {
      countStep(parts, "failed", origin);
      const { reason } = collected;
      const message = `The call was served, but the payment failed: ${reason}. Nothing was charged.`;
      const why = { reason, message, receipt };
      try {
        return await challenge(parts, { mode: job.mode, resource, job }, why);
      } finally {
        await giveBack();
      }
    }
    isOver = true;
    countStep(parts, "settled", origin);
    void countVisit(parts, "payment:x402", origin);
    return { outcome: "kept", receipt };
  }

  return { ...heldFor(call), worked, isRepeat: earlier !== undefined, keep, giveBack };
}

/** What a settled payment bought, with its receipt; worked out again where it was too long to be kept. */
export function replay(call: PaidCall, record: PaymentRecord): Taken {
  const found = findReplay(record);
  if (found) return found;
  const keep = async (): Promise<KeepResult> => ({ outcome: "kept", receipt: receiptIn(record) });
  return {
    outcome: "held",
    payment: { ...heldFor(call), isRepeat: true, keep, giveBack: async () => undefined },
  };
}

/** As above; undefined where it was too long to be kept. */
export function findReplay(record: PaymentRecord): ServedCall | undefined {
  const judgement = judgementIn(record);
  if (!judgement) return undefined;
  const { verdict } = judgement;
  return { outcome: "served", verdict, receipt: receiptIn(record), isRepeat: true, tier: "x402" };
}

function heldFor({ payment, address }: PaidCall): Pick<HeldPayment, "receiptName" | "tier" | "customer"> {
  const customer = { account: `x402:${payment.payer}`, address };
  return { receiptName: `x402/${payment.id}`, tier: "x402", customer };
}

function judgementIn({ answer }: Pick<PaymentRecord, "answer">): Judgement | undefined {
  return answer === null ? undefined : (JSON.parse(answer) as Judgement);
}

function receiptIn({ receipt }: PaymentRecord): Receipt {
  return JSON.parse(receipt ?? "{}") as Receipt;
}

/** Keeps the result under the claim, before it is settled. */
async function keepWork(
  { store, metrics }: Selling,
  { payment }: PaidCall,
  hold: string,
  { verdict, isComplete }: Judgement,
): Promise<void> {
  const text = JSON.stringify({ verdict, isComplete });
  const kept = await store.keepWork(payment.id, hold, { answer: text.length > maxKeptLength ? null : text });
  if (kept !== "gone") return;
  metrics.countGone("x402");
  throw new Fault("payment_unavailable", { retryAfterS: 1 });
}

/** A receipt that cannot be written down now is found on chain when the payer comes back, who has the answer. */
async function writeDown(
  { store, clock, log: logger }: Selling,
  { payment }: PaidCall,
  { isComplete }: Judgement,
  { receipt, log }: Parameters<WriteDown>[0],
): Promise<"written" | "taken"> {
  const atMs = clock.now();
  const repeatUntilMs = isComplete ? atMs + repeatWindowMs : null;
  const transfer = { chain: receipt.network, transaction: receipt.transaction.toLowerCase(), log };
  const settlement = { receipt: JSON.stringify(receipt), transfer, atMs, repeatUntilMs };
  try {
    const outcome = await store.settlePayment(payment.id, settlement);
    if (outcome === "taken") logger.warn("a transaction was named for a payment, but settled another");
    return outcome === "taken" ? "taken" : "written";
  } catch (error) {
    logger.warn("a settled payment was not stored", { error: String(error) });
    return "written";
  }
}

function outcomeUnknown(): Fault {
  return new Fault("payment_unavailable", {
    message:
      "The call was served, but it is not known yet whether the payment settled. Send the same payment again.",
    retryAfterS: 5,
  });
}
