import { readPayment } from "../../../parts/x402/read-payment.ts";
import type { Terms } from "../../../parts/x402/x402.ts";
import type { PaidAnswer } from "../../answers.ts";
import { claim } from "./claim.ts";
import { earn } from "./earn.ts";
import { countStep, type Selling } from "./selling.ts";
import type { Order } from "./submission.ts";
import { replay } from "./work.ts";

/** Serves what is paid for, by this payment or by an earlier one under its identifier. */
export async function buy(
  parts: Selling,
  order: Order,
  terms: Terms,
  signal: AbortSignal,
): Promise<PaidAnswer> {
  return (await tryToBuy(parts, order, terms, { mayBegin: true, signal }))!;
}

/** Serves what was paid for before; undefined where nothing was, or nobody knows of it any more. */
export async function findBought(
  parts: Selling,
  order: Order,
  terms: Terms,
  signal: AbortSignal,
): Promise<PaidAnswer | undefined> {
  return tryToBuy(parts, order, terms, { mayBegin: false, signal });
}

async function tryToBuy(
  parts: Selling,
  order: Order,
  terms: Terms,
  { mayBegin, signal }: { mayBegin: boolean; signal: AbortSignal },
): Promise<PaidAnswer | undefined> {
  for (let dead: readonly string[] = []; ;) {
    const claimed = await claim(parts, order, terms, { dead, mayBegin, signal });
    if ("hold" in claimed) {
      if (claimed.claiming.outcome === "claimed") countStep(parts, "paid", order.origin);
      return earn(parts, order, { ...claimed, terms }, signal);
    }
    const { claiming } = claimed;
    if (claiming.outcome === "unknown") return undefined;
    if (claiming.outcome === "settled") return replay(parts, order, claiming.record, signal);
    const earlier = { ...order, payment: readPayment(claiming.sent) };
    const answer = await settleEarlier(parts, earlier, signal);
    if (answer?.outcome === "served") return answer;
    dead = [...dead, earlier.payment.id];
  }
}

/** An earlier payment under the same identifier may have been settled. Only what can never be made gives way to another. */
async function settleEarlier(
  parts: Selling,
  order: Order,
  signal: AbortSignal,
): Promise<PaidAnswer | undefined> {
  const record = await parts.store.findPayment(order.payment.id);
  return record && tryToBuy(parts, order, JSON.parse(record.terms) as Terms, { mayBegin: false, signal });
}
