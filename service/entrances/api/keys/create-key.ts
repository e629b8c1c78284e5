import { createKey } from "../../../caller/keys.ts";
import { srcQuery, statedOrigin } from "../../../caller/origin.ts";
import { creditCents } from "../../../terms/prices.ts";
import { servedModes } from "../../../terms/served-modes.ts";
import { countVisit, toOrigin } from "../../../../parts/store/visits.ts";
import type { Route } from "../../http/route.ts";

export const createKeyRoute: Route = {
  method: "post",
  path: "/v1/keys",
  summary: "Create a free key",
  description: `No account and no payment. The key is shown this once. \`credits\` are what this deployment gives each new key. A credit, where credits are sold, costs ${creditCents} cents.`,
  isBodyOptional: true,
  query: srcQuery,
  request: {
    type: "object",
    properties: {
      note: {
        type: "string",
        description: "Where the key will be used; kept as its origin, and as such counted in `/v1/funnel`.",
      },
    },
  },
  response: { status: 201, description: "The new key.", schema: { $ref: "#/components/schemas/NewKey" } },
  refusals: ["quota_exhausted", "store_unavailable"],
  answer: async (parts, { credential, readJson, query, header }) => {
    const body = await readJson();
    const note = typeof body === "object" && body !== null && "note" in body ? body.note : undefined;
    const origin = typeof note === "string" && note !== "" ? note : statedOrigin({ query, header });
    const { key, fingerprint } = await createKey(parts, credential.address, origin);
    void countVisit(parts, "key", toOrigin(origin));
    const { FREE_CALLS_PER_DAY: calls, WELCOME_CREDITS: credits } = parts.config;
    const freeModes = calls > 0 ? (["static"] as const) : [];
    return {
      status: 201,
      headers: { "cache-control": "no-store" },
      body: {
        api_key: key,
        tier: credits > 0 ? "paid" : "free",
        credits,
        calls_per_day: calls,
        modes: credits > 0 ? servedModes(parts) : freeModes,
        deposit_data: `0x${fingerprint}`,
      },
    };
  },
};
