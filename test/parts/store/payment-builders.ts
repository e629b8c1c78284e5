import type { PaymentClaim, Transfer } from "../../../parts/store/payments.ts";
import type { Store } from "../../../parts/store/store.ts";
import { aName, noonMs } from "./builders.ts";

export const minuteMs = 60_000;
const dayMs = 86_400_000;

/** A claim by a payer of its own, for a request of its own. */
export function aClaim(with_: Partial<PaymentClaim> = {}): PaymentClaim {
  const id = aName();
  return {
    id,
    signature: `signature of ${id}`,
    payer: `payer ${id}`,
    request: `request ${id}`,
    terms: "{}",
    identifier: null,
    sent: null,
    dead: [],
    mayBegin: true,
    owner: `owner ${id}`,
    hold: aName(),
    atMs: noonMs,
    holdMs: 5 * minuteMs,
    keepUntilMs: noonMs + dayMs,
    maxUnpaid: 3,
    unpaidSinceMs: noonMs - 10 * minuteMs,
    ...with_,
  };
}

/** The same payment and request, claimed by another process. */
export function another(claim: PaymentClaim, with_: Partial<PaymentClaim> = {}): PaymentClaim {
  return { ...claim, hold: aName(), owner: aName(), ...with_ };
}

export const receipt = '{"success":true}';

/** By a transaction of its own. */
export const aTransfer = (with_: Partial<Transfer> = {}): Transfer => ({
  chain: "eip155:31337",
  transaction: `0x${aName()}`,
  log: 1,
  ...with_,
});

export const paidAt = (atMs: number, repeatUntilMs: number | null = atMs + 10 * minuteMs) => ({
  receipt,
  transfer: aTransfer(),
  atMs,
  repeatUntilMs,
});

export const left = (isUncertain = false, atMs = noonMs) => ({ atMs, isUncertain });

/** Claimed, worked for and, unless told otherwise, settled. */
export async function settledPayment(store: Store, claim = aClaim(), repeatUntilMs?: number | null) {
  await store.claimPayment(claim);
  await store.keepWork(claim.id, claim.hold, { answer: "answer" });
  await store.settlePayment(claim.id, paidAt(noonMs, repeatUntilMs));
  return claim;
}
