import { identifyKey } from "../../../caller/identify.ts";
import { toIso } from "../../../../platform/clock.ts";
import { count, listOf, record, text } from "../../openapi/json-schema.ts";
import type { Route } from "../../http/route.ts";

/** The newest; a statement is read, not searched. */
const maxEntries = 500;

export const keyLedger: Route = {
  method: "get",
  path: "/v1/keys/ledger",
  summary: "Every change of this key's credits",
  description: `The newest ${maxEntries}, newest first. \`reference\` of a card payment or a deposit is its receipt.`,
  isOpenToPages: true,
  needsKey: true,
  response: {
    status: 200,
    description: "The entries.",
    schema: record({
      credits: count,
      entries: listOf(
        record({ at: text, delta: { type: "integer" }, reason: text, reference: text, balance: count }),
      ),
      omitted: count,
    }),
  },
  refusals: ["rate_limited", "store_unavailable"],
  answer: async (parts, { credential }) => {
    const fingerprint = await identifyKey(parts, credential);
    const { credits, entries } = await parts.store.readStatement(fingerprint);
    let balance = 0;
    const told = entries.map(({ atMs, delta, reason, reference }) => {
      balance += delta;
      return { at: toIso(atMs), delta, reason, reference, balance };
    });
    return {
      status: 200,
      headers: { "cache-control": "no-store" },
      body: {
        credits,
        entries: told.slice(-maxEntries).toReversed(),
        omitted: Math.max(0, told.length - maxEntries),
      },
    };
  },
};
