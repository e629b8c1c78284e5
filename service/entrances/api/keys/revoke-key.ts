import { identifyKey } from "../../../caller/identify.ts";
import type { Route } from "../../http/route.ts";

export const revokeKey: Route = {
  method: "delete",
  path: "/v1/keys/self",
  summary: "Revoke this key",
  description: "Takes effect at once and cannot be undone. Credits left on the key stay in the ledger.",
  isOpenToPages: true,
  needsKey: true,
  response: {
    status: 200,
    description: "The key is revoked.",
    schema: { type: "object", properties: { revoked: { const: true } }, required: ["revoked"] },
  },
  refusals: ["rate_limited", "store_unavailable"],
  answer: async (parts, { credential }) => {
    const fingerprint = await identifyKey(parts, credential);
    await parts.store.revokeKey(fingerprint, parts.clock.now());
    return { status: 200, body: { revoked: true } };
  },
};
