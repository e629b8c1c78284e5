import { readPayment } from "../../../parts/x402/read-payment.ts";
import type { PaymentRecord } from "../../../parts/store/payments.ts";
import type { Terms } from "../../../parts/x402/x402.ts";
import { Fault } from "../../../parts/faults.ts";
import type { UnpaidCall } from "../../answers.ts";
import { fingerprintAddress } from "../../caller/address.ts";
import { digestOf } from "../../work/job-digest.ts";
import { requireServed } from "../../work/judging.ts";
import type { KeepResult, Order, PaymentMethod, Taken } from "../method.ts";
import { askForPayment } from "./ask-for-payment.ts";
import { challenge } from "./challenge.ts";
import { claim } from "./claim.ts";
import { holdPayment, replay } from "./hold.ts";
import { countStep, type PaidCall, type Selling } from "./selling.ts";
import { verifyPayment } from "./verify-payment.ts";

/** A payment for this call alone: verified, claimed, and settled when the work is done. */
export function x402Method(parts: Selling, order: Order): PaymentMethod {
  const { mode } = order.job;
  if (order.offer.payment === undefined)
    return { shareAs: () => undefined, take: async () => askForPayment(parts, { ...order, mode }) };
  let read: PaidCall | undefined;
  const call = (): PaidCall => (read ??= toPaidCall(parts, order));
  let looked: Promise<Look> | undefined;
  const dead = new Set<string>();
  return {
    shareAs: () => ["x402", call().payment.id, call().payment.signature, call().request].join(" "),
    take: async (signal) => {
      looked ??= look(parts, call());
      const found = await looked;
      if ("taken" in found) return found.taken;
      const { terms, ifUnknown } = found;
      const mayBegin = ifUnknown === undefined;
      return (await take(parts, call(), terms, { dead, mayBegin, signal })) ?? ifUnknown!();
    },
  };
}

function toPaidCall({ addressSecret }: Selling, { job, offer, address, origin }: Order): PaidCall {
  return {
    job,
    request: digestOf(job),
    payment: readPayment(offer.payment),
    resource: offer.resource(job.mode),
    origin,
    address: fingerprintAddress(address, addressSecret),
  };
}

type Look =
  | Readonly<{ taken: Taken }>
  /** `ifUnknown` where nothing may begin: then only what the store knows is served. */
  | Readonly<{ terms: Terms; ifUnknown?: () => Promise<UnpaidCall> }>;

/** What the store knows of a payment, or what verifying it says. It was verified when it was claimed, and may be spent by now. */
async function look(parts: Selling, call: PaidCall): Promise<Look> {
  const kept = await findKept(parts, call);
  if (kept?.state === "settled") return { taken: replay(call, kept) };
  if (kept) return { terms: JSON.parse(kept.terms) as Terms };
  const { job, resource, origin } = call;
  requireServed(parts, job);
  const verified = await verifyPayment(parts, call);
  if (!("reason" in verified)) return { terms: verified.terms };
  const { ownTerms, ...why } = verified;
  const refuse = async (): Promise<UnpaidCall> => {
    countStep(parts, "failed", origin);
    return challenge(parts, { mode: job.mode, resource, job }, why);
  };
  // A wallet that was emptied by the payment itself still gets what that one bought.
  return ownTerms ? { terms: ownTerms, ifUnknown: refuse } : { taken: await refuse() };
}

/** The record of the very same signature. */
async function findKept(
  { store }: Selling,
  { payment, request }: PaidCall,
): Promise<PaymentRecord | undefined> {
  const record = await store.findPayment(payment.id);
  if (record?.signature !== payment.signature) return undefined;
  if (record.request !== request) throw new Fault("payment_conflict");
  return record;
}

type ClaimOptions = Readonly<{ dead: Set<string>; mayBegin: boolean; signal: AbortSignal }>;

/** By this payment or an earlier one under its identifier; undefined where it may not begin, and the store knows of none. */
async function take(
  parts: Selling,
  call: PaidCall,
  terms: Terms,
  { dead, mayBegin, signal }: ClaimOptions,
): Promise<Taken | undefined> {
  for (;;) {
    const claimed = await claim(parts, call, terms, { dead: [...dead], mayBegin, signal });
    if ("hold" in claimed) {
      if (claimed.claiming.outcome === "claimed") countStep(parts, "paid", call.origin);
      return { outcome: "held", payment: holdPayment(parts, call, { ...claimed, terms }) };
    }
    const { claiming } = claimed;
    if (claiming.outcome === "unknown") return undefined;
    if (claiming.outcome === "settled") return replay(call, claiming.record);
    const earlier = { ...call, payment: readPayment(claiming.sent) };
    const taken = await takeEarlier(parts, earlier, dead, signal);
    if (taken?.outcome === "served" || taken?.outcome === "held") return taken;
    dead.add(earlier.payment.id);
  }
}

/** An earlier payment under the same identifier may have been settled. Only what can never be made gives way to another. */
async function takeEarlier(
  parts: Selling,
  call: PaidCall,
  dead: Set<string>,
  signal: AbortSignal,
): Promise<Taken | undefined> {
  const record = await parts.store.findPayment(call.payment.id);
  if (!record) return undefined;
  const taken = await take(parts, call, JSON.parse(record.terms) as Terms, { dead, mayBegin: false, signal });
  if (taken?.outcome !== "held") return taken;
  const { payment } = taken;
  const keep: typeof payment.keep = async (...done): Promise<KeepResult> => {
    const kept = await payment.keep(...done);
    if (kept.outcome !== "unpaid") return kept;
    dead.add(call.payment.id);
    return { outcome: "take again" };
  };
  return { outcome: "held", payment: { ...payment, keep } };
}
