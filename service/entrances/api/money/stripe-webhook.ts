import { creditSession } from "../../../credits/card.ts";
import { followReversals } from "../../../credits/card-reversal.ts";
import { Fault } from "../../../../parts/faults.ts";
import type { Route } from "../../http/route.ts";

/** The kinds of event that can mean that a checkout is paid. */
const payingKinds = new Set(["checkout.session.completed", "checkout.session.async_payment_succeeded"]);
/** The kinds that can mean that money went back, or came again. Each only says which payment to look at. */
const reversingKinds = new Set([
  "charge.refunded",
  "charge.refund.updated",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
]);

const maxBytes = 1_048_576;

export const stripeWebhook: Route = {
  method: "post",
  path: "/v1/webhooks/stripe",
  summary: "Webhook of the card processor",
  description:
    "Takes the processor's events, each signed over the exact bytes of its body within the last five minutes. " +
    "A session is credited once; repeated events are `settled`. A refund or a dispute takes its share of the credits back, " +
    "and gives it back when it is undone: `reversed`. What changes nothing is `ignored`.",
  request: { type: "object" },
  response: {
    status: 200,
    description: "What the event changed.",
    schema: {
      type: "object",
      properties: {
        received: { const: true },
        status: { enum: ["credited", "settled", "reversed", "ignored"] },
      },
      required: ["received", "status"],
    },
  },
  refusals: ["not_found", "card_unavailable", "store_unavailable"],
  answer: async (parts, { readBytes, header, signal }) => {
    const { card, clock, log } = parts;
    if (!card) throw new Fault("not_found", { message: "This deployment does not sell credits by card." });
    const body = await readBytes(maxBytes);
    const signature = header("stripe-signature");
    const { kind, session, payment } = card.readEvent({ body, signature, nowMs: clock.now() });
    if (session && payingKinds.has(kind)) {
      const status = await creditSession({ ...parts, card }, session);
      return { status: 200, body: { received: true, status } };
    }
    if (payment !== undefined && reversingKinds.has(kind)) {
      const status = await followReversals({ ...parts, card }, payment, signal);
      return { status: 200, body: { received: true, status } };
    }
    log.info("an event of the card processor was ignored", { kind });
    return { status: 200, body: { received: true, status: "ignored" } };
  },
};
