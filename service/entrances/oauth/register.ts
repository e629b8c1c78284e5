import { registerClient } from "../../caller/oauth/clients.ts";
import { scope } from "../../caller/oauth/addresses.ts";
import { OAuthRefusal } from "../../caller/oauth/refusal.ts";
import { decodeUtf8, parseJson } from "../../../parts/json/parse-json.ts";
import type { Incoming, Route } from "../http/route.ts";
import { endpoint } from "./endpoint.ts";

const maxBytes = 16_384;

export const register: Route = {
  method: "post",
  path: "/oauth/register",
  summary: "Register an app",
  description:
    "OAuth 2.0 Dynamic Client Registration (RFC 7591). Every app is a public client and gets no secret. The same " +
    "registration gets the same `client_id`, which stays good.",
  isOpenToPages: true,
  request: {
    type: "object",
    properties: {
      client_name: { type: "string" },
      redirect_uris: { type: "array", items: { type: "string", format: "uri" }, minItems: 1, maxItems: 10 },
    },
    required: ["redirect_uris"],
  },
  response: {
    status: 201,
    description: "The app as it is registered.",
    schema: {
      type: "object",
      properties: {
        client_id: { type: "string" },
        client_id_issued_at: { type: "integer" },
        client_name: { type: "string" },
        redirect_uris: { type: "array", items: { type: "string" } },
        token_endpoint_auth_method: { const: "none" },
      },
      required: ["client_id", "redirect_uris", "token_endpoint_auth_method"],
    },
  },
  refusals: ["not_found"],
  oauthRefusals: {
    400: "`invalid_redirect_uri`, `invalid_client_metadata`",
    413: "`invalid_request`",
    415: "`invalid_request`",
    503: "`temporarily_unavailable`",
  },
  answer: endpoint(async (parts, incoming) => {
    const client = await registerClient(parts, await readMetadata(incoming));
    return {
      status: 201,
      body: {
        client_id: client.id,
        client_id_issued_at: Math.floor(parts.clock.now() / 1000),
        client_name: client.name,
        redirect_uris: client.redirectUris,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
        scope,
      },
    };
  }),
};

async function readMetadata({ readBytes }: Incoming): Promise<unknown> {
  const bytes = await readBytes(maxBytes);
  try {
    return parseJson(decodeUtf8(bytes));
  } catch (cause) {
    throw new OAuthRefusal("invalid_client_metadata", "The body is not valid JSON.", { cause });
  }
}
