import { record, text } from "../../openapi/json-schema.ts";
import type { Route } from "../../http/route.ts";
import { keysPath } from "./sign-card.ts";

/** What the signatures of the agent card are checked with. */
export const cardKeys: Route = {
  method: "get",
  path: keysPath,
  summary: "The public key that signs the agent card",
  description: "A JSON Web Key Set (RFC 7517). The card's signatures name the key by its `kid`.",
  isDocument: true,
  isOpenToPages: true,
  response: {
    status: 200,
    description: "The keys.",
    schema: {
      type: "object",
      required: ["keys"],
      properties: { keys: { type: "array", items: record({ kty: text, kid: text }) } },
    },
  },
  answer: ({ cardKey }) => ({
    status: 200,
    headers: { "cache-control": "public, max-age=300" },
    body: { keys: [cardKey.publicKey] },
  }),
};
