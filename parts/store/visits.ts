import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "./store.ts";
import { otherOrigins, type DecidedDeposit } from "./treasury.ts";

/** How credits, or a single call, can be paid for. */
export const payments = ["card", "native", "x402"] as const;
/** The outcome of a request that is paid for with x402. */
export const x402Steps = ["challenged", "paid", "settled", "failed"] as const;

export type PaymentWay = (typeof payments)[number];
export type X402Step = (typeof x402Steps)[number];
export type VisitKind = "trial" | "key" | `payment:${PaymentWay}` | `x402:${X402Step}`;

type Needs = Readonly<{ store: Store; clock: Clock; log: Log }>;

/** Counts a visit, at most once. It never rejects: a count that is lost must not fail what it counts. */
export async function countVisit(
  { store, clock, log }: Needs,
  kind: VisitKind,
  origin: string,
): Promise<void> {
  try {
    await store.countVisit({ kind, origin, atMs: clock.now() });
  } catch (error) {
    log.warn("a visit was not counted", { kind, origin, error: String(error) });
  }
}

/** Counts a payment for the origin of the key it was for; that of a revoked key is no longer known. Never rejects. */
export async function countPayment(parts: Needs, payment: PaymentWay, account: string): Promise<void> {
  try {
    const key = await parts.store.findKey(account);
    await countVisit(parts, `payment:${payment}`, key ? toOrigin(key.origin) : otherOrigins);
  } catch (error) {
    parts.log.warn("a payment was not counted", { payment, account, error: String(error) });
  }
}

/** Counts a deposit that has just been credited; one that was before is not counted again. Never rejects. */
export async function countDeposit(
  parts: Needs,
  { isNew, state, account }: Pick<DecidedDeposit, "isNew" | "state" | "account">,
): Promise<void> {
  if (isNew && state === "credited" && account !== null) await countPayment(parts, "native", account);
}

/** Under this name is counted who names no origin. */
export const direct = "direct";

/** Short and harmless, since the names are public: no key and no address fits into it. */
const showable = /^[a-z0-9][a-z0-9._-]{0,31}$/;

/** The name that the visits of who states this origin are counted under; not every text can be shown to everybody. */
export function toOrigin(stated: string | null | undefined): string {
  if (!stated) return direct;
  const name = stated.toLowerCase();
  return showable.test(name) ? name : otherOrigins;
}
