import { requireClientId } from "../../caller/oauth/clients.ts";
import { OAuthRefusal } from "../../caller/oauth/refusal.ts";
import { revokeToken } from "../../caller/oauth/revoke.ts";
import type { Route } from "../http/route.ts";
import { endpoint } from "./endpoint.ts";
import { formType, readForm } from "./form.ts";

export const revoke: Route = {
  method: "post",
  path: "/oauth/revoke",
  summary: "Sign an app out",
  description:
    "RFC 7009. Takes an access or a refresh token and ends its session at once. " +
    "The key itself stays good.",
  isOpenToPages: true,
  requestType: formType,
  request: {
    type: "object",
    properties: { token: { type: "string", minLength: 1 }, client_id: { type: "string" } },
    required: ["token"],
  },
  response: {
    status: 200,
    description: "The token is revoked.",
    schema: { type: "object", properties: {} },
  },
  refusals: ["not_found"],
  oauthRefusals: {
    400: "`invalid_request`, `invalid_grant`",
    401: "`invalid_client`",
    413: "`invalid_request`",
    415: "`invalid_request`",
    503: "`temporarily_unavailable`",
  },
  answer: endpoint(async (parts, incoming) => {
    const form = await readForm(incoming);
    const [token, clientId] = [form("token"), form("client_id")];
    if (!token) throw new OAuthRefusal("invalid_request", "`token` is missing.");
    if (clientId !== undefined) await requireClientId(parts, clientId);
    await revokeToken(parts, { token, clientId });
    return { status: 200, body: {} };
  }),
};
