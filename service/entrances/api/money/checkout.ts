import { z } from "zod";
import { beginCheckout } from "../../../credits/card.ts";
import { identifyKeyToCredit, keyInBody } from "../../../caller/key-to-credit.ts";
import type { Config } from "../../../config.ts";
import { minCardCredits } from "../../../terms/card.ts";
import { baseUrlOf } from "../../../terms/remedy.ts";
import { Fault } from "../../../../parts/faults.ts";
import { cardCurrency } from "../../../../parts/card/card.ts";
import { readBody } from "../../http/read-body.ts";
import type { Route } from "../../http/route.ts";

const Body = z.object({
  api_key: keyInBody,
  credits: z.int().min(1).max(100_000),
});

const Begun = z.object({
  checkout_url: z.url().describe("The page to pay on."),
  session_id: z.string(),
  credits: z.int(),
  amount_cents: z.int(),
  currency: z.literal(cardCurrency),
});

/** The processor would refuse it anyway, after the buyer filled in a card. */
function requireMinimum(config: Config, credits: number): void {
  const min = minCardCredits(config);
  if (credits >= min) return;
  const dollars = (config.CARD_MINIMUM_CENTS / 100).toFixed(2);
  const msg = `\`credits\` must be at least ${min} by card: the card processor takes no payment below $${dollars}.`;
  throw new Fault("bad_request", {
    fields: [{ loc: ["credits"], msg, type: "too_small", input: credits }],
    hint: `Buy ${min} credits or more by card.`,
  });
}

export const checkout: Route = {
  method: "post",
  path: "/v1/keys/checkout",
  summary: "Buy credits by card",
  description:
    "Answers with a page of the card processor to pay on. Credits arrive when the payment clears; " +
    "`GET /v1/keys/self` shows them. `card.min_credits` of `GET /v1/pricing` is the fewest that can be bought. The processor learns the key's fingerprint, never the key.",
  isOpenToPages: true,
  mayTakeKey: true,
  request: z.toJSONSchema(Body, { io: "input" }),
  response: { status: 200, description: "Where to pay, and how much.", schema: z.toJSONSchema(Begun) },
  refusals: ["unauthorized", "rate_limited", "card_unavailable", "store_unavailable"],
  answer: async (parts, { credential, readJson, signal }) => {
    const { api_key: named, credits } = readBody(Body, await readJson());
    const fingerprint = await identifyKeyToCredit(parts, credential, named);
    const { card, config } = parts;
    if (!card)
      throw new Fault("card_unavailable", { message: "This deployment does not sell credits by card." });
    const asked = { returnUrl: baseUrlOf(config), signal };
    requireMinimum(config, credits);
    const begun = await beginCheckout({ ...parts, card }, { fingerprint, credits }, asked);
    const body: z.infer<typeof Begun> = {
      checkout_url: begun.url,
      session_id: begun.session,
      credits,
      amount_cents: begun.amountCents,
      currency: cardCurrency,
    };
    return { status: 200, headers: { "cache-control": "no-store" }, body };
  },
};
