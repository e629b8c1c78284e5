import type { CardReversal } from "../../parts/card/card.ts";
import { creditSession, type CardNeeds } from "./card.ts";

/**
 * Brings the ledger in line with what the processor says by now of a payment: what was refunded or is disputed is taken
 * back, what came to us again is given back. Whatever told us of it, and in whichever order, only what is so now
 * counts, and each refund and dispute counts once.
 */
export async function followReversals(
  parts: CardNeeds,
  payment: string,
  signal: AbortSignal,
): Promise<"reversed" | "settled" | "ignored"> {
  const { card } = parts;
  const session = await card.findByPayment(payment, signal);
  // What goes back may be told before what came: first the credits are given that are then taken.
  if (!session?.purchase || (await creditSession(parts, session)) === "ignored") return "ignored";
  const { fingerprint: account, credits, amountCents } = session.purchase;
  const reversals = await card.reversalsOf(payment, signal);
  const sold = { session: session.id, account, credits, amountCents };
  let outcome: "reversed" | "settled" = "settled";
  for (const reversal of reversals) if (await apply(parts, reversal, sold)) outcome = "reversed";
  return outcome;
}

type Sold = Readonly<{ session: string; account: string; credits: number; amountCents: number }>;

/** Whether that changed anything. */
async function apply(
  { store, clock, log, card }: CardNeeds,
  { id, cents, state }: CardReversal,
  { session, account, ...sold }: Sold,
): Promise<boolean> {
  const reversal = { reference: id, session, account, atMs: clock.now() };
  const outcome =
    state === "taken"
      ? await store.reverse({ ...reversal, cents, sold })
      : await store.returnReversal(reversal);
  if (outcome === "settled") return false;
  card.count("reversed");
  log.warn("a card payment was reversed", { session, account, reversal: id, cents, outcome });
  return true;
}
