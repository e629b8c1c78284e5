import { describePricing } from "../../../terms/pricing.ts";
import type { Route } from "../../http/route.ts";

const count = { type: "integer" };
const text = { type: "string" };

export const pricing: Route = {
  method: "get",
  path: "/v1/pricing",
  summary: "What calls cost, and how to pay",
  isOpenToPages: true,
  isDocument: true,
  response: {
    status: 200,
    description: "Prices, the free tier where there is one, and the ways to pay that there are, card first.",
    schema: {
      type: "object",
      properties: {
        currency: { const: "usd" },
        credit_cents: count,
        modes: {
          type: "object",
          additionalProperties: {
            type: "object",
            properties: { credits: count, served: { type: "boolean" }, x402_usd: text },
            required: ["credits", "served"],
          },
        },
        free_tier: {
          type: ["object", "null"],
          properties: { calls_per_day: count, modes: { type: "array", items: text } },
        },
        card: {
          type: "object",
          description: "The smallest card payment; absent where credits are not sold by card.",
          properties: { min_cents: count, min_credits: count },
          required: ["min_cents", "min_credits"],
        },
        native: {
          type: "object",
          properties: { currency: text, credit_price: text, credit_price_wei: text },
        },
        routes: {
          type: "array",
          items: {
            type: "object",
            properties: {
              route: { enum: ["card", "native", "x402"] },
              method: text,
              url: text,
              min_credits: count,
            },
            required: ["route", "method", "url"],
          },
        },
      },
      required: ["currency", "credit_cents", "modes", "free_tier", "routes"],
    },
  },
  answer: (parts) => ({ status: 200, body: describePricing(parts) }),
};
