import type Stripe from "stripe";
import { z } from "zod";
import { cardCurrency, type CardReversal } from "./card.ts";

/** A payment is named by its id, or is written out where the processor was asked to. */
const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
const Money = z.object({
  id: z.string().min(1).max(255),
  payment_intent: reference,
  amount: z.int().min(0),
  currency: z.literal(cardCurrency),
  status: z.string(),
});

/** Our money from when a refund is made, until it fails. */
const refundStates: Readonly<Record<string, CardReversal["state"]>> = {
  pending: "taken",
  requires_action: "taken",
  succeeded: "taken",
  failed: "returned",
  canceled: "returned",
};

/** A mere inquiry takes no money yet, and says nothing: the same dispute may still become one that does. */
const disputeStates: Readonly<Record<string, CardReversal["state"]>> = {
  needs_response: "taken",
  under_review: "taken",
  appeal_needs_response: "taken",
  appeal_under_review: "taken",
  lost: "taken",
  won: "returned",
  warning_closed: "returned",
  prevented: "returned",
};

/** A refund is told of at once or its news is lost; what a bank says of a dispute may come months after it began. */
const recentMs = { refund: 3 * 86_400_000, dispute: 120 * 86_400_000 };

type Asked = Readonly<{ payment: string } | { nowMs: number }>;

/** Refunds and disputes of one payment, or of all that are recent; oldest first. */
export async function listReversals(client: Stripe, asked: Asked): Promise<readonly CardReversal[]> {
  const query = (forMs: number) =>
    "payment" in asked
      ? { payment_intent: asked.payment, limit: 100 }
      : { created: { gte: Math.floor((asked.nowMs - forMs) / 1000) }, limit: 100 };
  const once = { maxNetworkRetries: 0 };
  const refunds = await Array.fromAsync(client.refunds.list(query(recentMs.refund), once));
  const disputes = await Array.fromAsync(client.disputes.list(query(recentMs.dispute), once));
  return [
    ...refunds.toReversed().flatMap((refund) => readReversal(refund, refundStates)),
    ...disputes.toReversed().flatMap((dispute) => readReversal(dispute, disputeStates)),
  ];
}

function readReversal(
  object: unknown,
  states: Readonly<Record<string, CardReversal["state"]>>,
): readonly CardReversal[] {
  const { data } = Money.safeParse(object);
  const state = data && states[data.status];
  if (!data || !state) return [];
  return [{ id: data.id, payment: data.payment_intent, cents: data.amount, state }];
}

const About = z.object({ payment_intent: reference });

/** The payment that a charge, a refund or a dispute is about. */
export function paymentOf(object: unknown): string | undefined {
  return About.safeParse(object).data?.payment_intent;
}
