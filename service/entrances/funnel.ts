import { readFunnel } from "../access/funnel.ts";
import type { Route } from "./route.ts";

const count = { type: "integer", minimum: 0 };
const totals = { trials: count, keys: count, payments: count };
const allOf = (properties: object) => ({ type: "object", properties, required: Object.keys(properties) });

export const funnel: Route = {
  method: "get",
  path: "/v1/funnel",
  summary: "How many tried, minted a key and paid",
  description:
    "Counts since the store was new: calls without a key, keys and payments, by origin and by way to pay. An origin is the " +
    "`note` a key was minted with, else `src` in the query, else the header `x-client`; a payment counts for the origin of " +
    "its key. At most 64 origins; `other` are the rest and those that cannot be shown, `direct` those that name none.",
  response: {
    status: 200,
    description: "The counts. `since` is null before the first.",
    schema: allOf({
      since: { type: ["string", "null"] },
      ...totals,
      by_origin: { type: "object", additionalProperties: allOf(totals) },
      by_route: allOf({ card: count, native: count, x402: count }),
      x402: allOf({ challenged: count, paid: count, settled: count, failed: count }),
    }),
  },
  refusals: ["store_unavailable"],
  answer: async (parts) => ({
    status: 200,
    headers: { "cache-control": "public, max-age=1" },
    body: await readFunnel(parts),
  }),
};
