import { randomUUID } from "node:crypto";
import { Fault } from "../../../parts/faults.ts";
import type { ClaimResult, PaymentClaim } from "../../../parts/store/payments.ts";
import { holdS } from "../../../parts/x402/menu.ts";
import type { Terms } from "../../../parts/x402/x402.ts";
import type { ProcessParts, StoreParts } from "../../parts.ts";
import type { PaidCall } from "./selling.ts";

const dayMs = 86_400_000;
/** A payment that is good for years is not kept for years: its nonce is used up by then, or nobody sent it again. */
const maxKeptMs = 30 * dayMs;
/** Who left more than this unpaid recently is worked for when some of it is paid. */
const maxUnpaid = 10;
const unpaidWindowMs = 10 * 60_000;
const pollMs = 50;
const maxPollMs = 60_000;

type Needs = ProcessParts & StoreParts;

/** Ours to work for or to settle, until it is settled or let go. */
export type Hold = Readonly<{
  claiming: Extract<ClaimResult, { outcome: "claimed" | "worked" }>;
  hold: string;
  claimedAtMs: number;
}>;

/** What needs no hold: it is settled, another must be settled first, or it was only asked whether it is known. */
export type Claimed =
  | Hold
  | Readonly<{ claiming: Extract<ClaimResult, { outcome: "settled" | "unresolved" | "unknown" }> }>;

type Limits = Pick<PaymentClaim, "dead" | "mayBegin">;

/** Claims a payment for a request, unless another process holds it. The store decides, so no replica can come between. */
export async function claim(
  parts: Needs,
  call: PaidCall,
  terms: Terms,
  { signal, ...limits }: Limits & { signal: AbortSignal },
): Promise<Claimed> {
  const { clock, store } = parts;
  for (let waitedMs = 0; waitedMs < maxPollMs; waitedMs += pollMs) {
    const asked = { ...toClaim(parts, call, terms), ...limits };
    const claiming = await store.claimPayment(asked).catch(async (error: unknown) => {
      // It may have been claimed although no answer came.
      await letGo(parts, call, asked.hold, false);
      throw error;
    });
    if (claiming.outcome === "conflict") throw new Fault("payment_conflict");
    if (claiming.outcome === "too many unpaid") throw tooManyUnpaid(parts);
    if (claiming.outcome === "too many uncertain") throw tooManyUncertain();
    if (claiming.outcome === "claimed") return { claiming, hold: asked.hold, claimedAtMs: asked.atMs };
    if (claiming.outcome === "worked")
      return { claiming, hold: asked.hold, claimedAtMs: claiming.record.claimedAtMs };
    if (claiming.outcome !== "under way") return { claiming };
    await clock.sleep(pollMs, signal);
  }
  throw new Fault("payment_unavailable", {
    message: "The same call is still running. Send the same payment again.",
    retryAfterS: 5,
  });
}

/** Ends a hold. Never rejects: one that cannot be ended runs out, or goes with its owner. */
export async function letGo(
  { store, clock, log }: Needs,
  { payment }: Pick<PaidCall, "payment">,
  hold: string,
  isUncertain: boolean,
): Promise<void> {
  try {
    await store.letGoPayment(payment.id, hold, { atMs: clock.now(), isUncertain });
  } catch {
    log.warn("a payment will be released later");
  }
}

function toClaim(
  { clock, config, owner }: Needs,
  call: PaidCall,
  terms: Terms,
): Omit<PaymentClaim, keyof Limits> {
  const { payment, request, job } = call;
  const atMs = clock.now();
  const keepUntilMs = Math.max(payment.validBeforeMs, atMs + dayMs);
  return {
    id: payment.id,
    signature: payment.signature,
    payer: payment.payer,
    request,
    terms: JSON.stringify(terms),
    identifier: payment.identifier,
    sent: payment.identifier === null ? null : JSON.stringify(payment.payload),
    owner,
    // The store answers a hold it has seen as it did before, so every attempt has its own.
    hold: randomUUID(),
    atMs,
    holdMs: holdS(job.mode, config.MAX_TIMEOUT_S) * 1000,
    keepUntilMs: Math.min(keepUntilMs, atMs + maxKeptMs),
    maxUnpaid,
    unpaidSinceMs: atMs - unpaidWindowMs,
  };
}

function tooManyUnpaid({ clock }: Pick<Needs, "clock">): Fault {
  return new Fault("rate_limited", {
    message: "Too many unpaid calls of this payer. Send their payments again, or wait.",
    resetAtMs: clock.now() + unpaidWindowMs,
    retryAfterS: unpaidWindowMs / 1000,
  });
}

/** The facilitator or the chain is in trouble more often than the payer. */
function tooManyUncertain(): Fault {
  return new Fault("payment_unavailable", {
    message: `It is not known yet whether ${maxUnpaid} of your recent payments settled. Send them again, then this one.`,
    retryAfterS: 5,
  });
}
