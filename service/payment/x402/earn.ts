import type { Judgement } from "../../../engine/engine.ts";
import { Fault } from "../../../parts/faults.ts";
import { countVisit } from "../../../parts/store/visits.ts";
import type { Terms } from "../../../parts/x402/x402.ts";
import type { PaidAnswer } from "../../answers.ts";
import { challenge } from "./challenge.ts";
import { letGo, type Hold } from "./claim.ts";
import { collect, type WriteDown } from "./collect.ts";
import { countStep, type Selling } from "./selling.ts";
import type { Order } from "./submission.ts";
import { workFor } from "./work.ts";

const repeatWindowMs = 10 * 60_000;
/** How often, and after which pause, a payment is tried whose payer has gone: nobody sends it again then. */
const [maxTriesAlone, pauseMs] = [3, 1000];

/**
 * Works for a payment that is held, and settles it, even if everybody has gone by then: the same payment brings the
 * answer again. Lets it go if it is not settled, as when the work was given up.
 */
export async function earn(
  parts: Selling,
  order: Order,
  { claiming, hold, claimedAtMs, terms }: Hold & { terms: Terms },
  all: AbortSignal,
): Promise<PaidAnswer> {
  const worked = claiming.outcome === "worked" ? claiming : undefined;
  let isSettled = false;
  let isUncertain = worked?.isUncertain ?? false;
  try {
    const judgement = await workFor(parts, order, { hold, record: worked?.record, signal: all });
    const { payment, resource } = order;
    const due = {
      payment,
      url: resource.url,
      terms,
      claimedAtMs,
      isRetry: worked !== undefined,
      isUncertain,
    };
    const write: WriteDown = async (settled) => writeDown(parts, order, judgement, settled);
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
      countStep(parts, "failed", order.origin);
      const { reason } = collected;
      const message = `The call was served, but the payment failed: ${reason}. Nothing was charged.`;
      return await challenge(parts, { mode: order.job.mode, ...order }, { reason, message, receipt });
    }
    isSettled = true;
    countStep(parts, "settled", order.origin);
    void countVisit(parts, "payment:x402", order.origin);
    return { outcome: "served", verdict: judgement.verdict, receipt, isRepeat: worked !== undefined };
  } finally {
    if (!isSettled) await letGo(parts, order, hold, isUncertain);
  }
}

/** A receipt that cannot be written down now is found on chain when the payer comes back, who has the answer. */
async function writeDown(
  { store, clock, log: logger }: Selling,
  { payment }: Order,
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
