import { createHmac, timingSafeEqual } from "node:crypto";
import { cardCurrency, type Card, type CardSession, type Purchase } from "../../parts/card/card.ts";
import { countPayment } from "../../parts/store/visits.ts";
import type { ProcessParts, StoreParts } from "../parts.ts";
import { creditCents } from "../terms/prices.ts";

export type CardNeeds = ProcessParts & StoreParts & Readonly<{ card: Card }>;

type Begun = Readonly<{ session: string; url: string; amountCents: number }>;

/** Begins a checkout and writes it down, so that its payment is found even if nobody tells us of it. */
export async function beginCheckout(
  { store, clock, card }: CardNeeds,
  { fingerprint, credits }: { fingerprint: string; credits: number },
  asked: { returnUrl: string; signal: AbortSignal },
): Promise<Begun> {
  const amountCents = credits * creditCents;
  const bare = { fingerprint, credits, amountCents };
  const seal = sealOf(await store.secret("card"), bare);
  const { session, url } = await card.begin({ ...bare, seal }, asked).catch((error: unknown) => {
    card.count("refused");
    throw error;
  });
  await store.addCheckout({ session, account: fingerprint, credits, amountCents, createdAtMs: clock.now() });
  card.count("begun");
  return { session, url, amountCents };
}

/**
 * The one place where a card payment becomes credits, once per session, no matter how it was reported. What a session sells is
 * believed for our seal on it, not for a look at the key: a key that was revoked meanwhile is credited all the same,
 * so that the ledger knows of the money.
 */
export async function creditSession(
  { store, clock, log, card }: CardNeeds,
  session: CardSession,
): Promise<"credited" | "settled" | "ignored"> {
  const { purchase } = session;
  const problem = findProblem(session, await store.secret("card"));
  if (!purchase || problem !== undefined) {
    const isExpected = !purchase || !session.isPaid;
    log[isExpected ? "info" : "warn"]("a card checkout was not credited", { session: session.id, problem });
    card.count("ignored");
    return "ignored";
  }
  const { fingerprint: account, credits } = purchase;
  const payment = { reason: "card", reference: session.id, atMs: clock.now() } as const;
  if ((await store.grant({ account, delta: credits, ...payment })) === "settled") {
    card.count("settled");
    return "settled";
  }
  card.count("credited");
  log.info("credits were bought by card", { session: session.id, account, credits });
  await countPayment({ store, clock, log }, "card", account);
  return "credited";
}

/** Why a session credits nothing; undefined where it does. */
function findProblem(
  { purchase, isPaid, amountCents, currency }: CardSession,
  secret: string,
): string | undefined {
  if (!purchase) return "it does not name one of our purchases";
  if (!isPaid) return "it is not paid";
  if (currency !== cardCurrency) return "it was paid in another currency";
  if (amountCents !== purchase.amountCents) return "another amount was paid";
  const seal = Buffer.from(sealOf(secret, purchase));
  const sealed = Buffer.from(purchase.seal);
  return seal.length === sealed.length && timingSafeEqual(seal, sealed)
    ? undefined
    : "its metadata was not signed by us";
}

/** Holds what is sold to what is paid: the price of the day it was offered, whatever a credit costs later. */
function sealOf(secret: string, { fingerprint, credits, amountCents }: Omit<Purchase, "seal">): string {
  const terms = `card:${fingerprint}:${credits}:${amountCents}:${cardCurrency}`;
  return createHmac("sha256", secret).update(terms).digest("hex");
}
