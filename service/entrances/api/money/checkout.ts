import { z } from "zod";
import { beginCheckout } from "../../../credits/card.ts";
import { identifyKey } from "../../../caller/identify.ts";
import { baseUrlOf } from "../../../terms/remedy.ts";
import { Fault } from "../../../../parts/faults.ts";
import { cardCurrency } from "../../../../parts/card/card.ts";
import { readBody } from "../../http/read-body.ts";
import type { Route } from "../../http/route.ts";

const Body = z.object({
  api_key: z.string().min(1).max(256).describe("The key that gets the credits."),
  credits: z.int().min(1).max(100_000),
});

const Begun = z.object({
  checkout_url: z.url().describe("The page to pay on."),
  session_id: z.string(),
  credits: z.int(),
  amount_cents: z.int(),
  currency: z.literal(cardCurrency),
});

export const checkout: Route = {
  method: "post",
  path: "/v1/keys/checkout",
  summary: "Buy credits by card",
  description:
    "Answers with a page of the card processor to pay on. Credits arrive when the payment clears; " +
    "`GET /v1/keys/self` shows them. The processor learns the key's fingerprint, never the key.",
  isOpenToPages: true,
  request: z.toJSONSchema(Body, { io: "input" }),
  response: { status: 200, description: "Where to pay, and how much.", schema: z.toJSONSchema(Begun) },
  refusals: ["unauthorized", "rate_limited", "card_unavailable", "store_unavailable"],
  answer: async (parts, { credential: { address }, readJson, signal }) => {
    const { api_key: secret, credits } = readBody(Body, await readJson());
    const fingerprint = await identifyKey(parts, { secret, address });
    const { card, config } = parts;
    if (!card)
      throw new Fault("card_unavailable", { message: "This deployment does not sell credits by card." });
    const asked = { returnUrl: baseUrlOf(config), signal };
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
