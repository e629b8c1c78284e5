import { requireAdminWhereSet } from "../../../caller/admin.ts";
import { readFunnel } from "../../../marketplace/funnel.ts";
import type { Route } from "../../http/route.ts";

const count = { type: "integer", minimum: 0 };
const totals = { trials: count, keys: count, payments: count };
const allOf = (properties: object) => ({ type: "object", properties, required: Object.keys(properties) });

export const funnel: Route = {
  method: "get",
  path: "/v1/funnel",
  summary: "How many tried, created a key and paid",
  description:
    "Counts since the store was new: calls without a key, keys and payments, by origin and by way to pay. An origin is the " +
    "`note` a key was created with, else `src` in the query, else the header `x-client`; a payment counts for the origin of " +
    "its key. At most 64 origins; `other` are the rest and those that cannot be shown, `direct` those that name none. " +
    "Where `ADMIN_TOKEN` is set it must be sent as bearer; otherwise anyone may read it.",
  isForOperator: "where ADMIN_TOKEN is set",
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
  refusals: ["unauthorized", "rate_limited", "store_unavailable"],
  answer: async (parts, incoming) => {
    await requireAdminWhereSet(parts, incoming);
    const isOpen = parts.config.ADMIN_TOKEN === undefined;
    const headers = { "cache-control": isOpen ? "public, max-age=1" : "no-store" };
    return { status: 200, headers, body: await readFunnel(parts) };
  },
};
