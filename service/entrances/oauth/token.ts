import { requireResource } from "../../caller/oauth/authorization.ts";
import { requireClientId } from "../../caller/oauth/clients.ts";
import { redeemCode } from "../../caller/oauth/codes.ts";
import { refreshTokens } from "../../caller/oauth/refresh.ts";
import { OAuthRefusal } from "../../caller/oauth/refusal.ts";
import type { TokenSet } from "../../caller/oauth/token-set.ts";
import type { Parts } from "../../parts.ts";
import type { Route } from "../http/route.ts";
import { endpoint } from "./endpoint.ts";
import { formType, readForm, type Form } from "./form.ts";

const text = { type: "string" };

export const token: Route = {
  method: "post",
  path: "/oauth/token",
  summary: "Exchange a code or a refresh token for tokens",
  description:
    "RFC 6749, 4.1.3 and 6, with PKCE. A code is valid for one minute and one use. A refresh token is valid once: the " +
    "response contains the next. Using either a second time ends the session.",
  isOpenToPages: true,
  requestType: formType,
  request: {
    type: "object",
    properties: {
      grant_type: { enum: ["authorization_code", "refresh_token"] },
      client_id: text,
      code: text,
      code_verifier: text,
      redirect_uri: text,
      refresh_token: text,
      resource: text,
    },
    required: ["grant_type", "client_id"],
  },
  response: {
    status: 200,
    description: "Tokens for the MCP server.",
    schema: {
      type: "object",
      properties: {
        access_token: text,
        token_type: { const: "Bearer" },
        expires_in: { type: "integer" },
        refresh_token: text,
        scope: text,
      },
      required: ["access_token", "token_type", "expires_in", "refresh_token", "scope"],
    },
  },
  refusals: ["not_found"],
  oauthRefusals: {
    400: "`invalid_request`, `invalid_grant`, `invalid_target`, `unsupported_grant_type`",
    401: "`invalid_client`: register the app again.",
    413: "`invalid_request`",
    415: "`invalid_request`",
    503: "`temporarily_unavailable`",
  },
  answer: endpoint(async (parts, incoming) => {
    const form = await readForm(incoming);
    const grantType = need(form, "grant_type");
    const exchange = Object.hasOwn(exchanges, grantType) ? exchanges[grantType] : undefined;
    if (!exchange)
      throw new OAuthRefusal(
        "unsupported_grant_type",
        "`grant_type` must be authorization_code or refresh_token.",
      );
    const clientId = form("client_id");
    if (!clientId) throw new OAuthRefusal("invalid_client", "`client_id` is missing.");
    await requireClientId(parts, clientId);
    requireResource(parts.config, form("resource"));
    return { status: 200, body: await exchange(parts, clientId, form) };
  }),
};

const exchanges: Readonly<Record<string, (parts: Parts, clientId: string, form: Form) => Promise<TokenSet>>> =
  {
    authorization_code: async (parts, clientId, form) =>
      redeemCode(parts, {
        clientId,
        code: need(form, "code"),
        verifier: need(form, "code_verifier"),
        redirectUri: form("redirect_uri"),
      }),
    refresh_token: async (parts, clientId, form) =>
      refreshTokens(parts, { clientId, token: need(form, "refresh_token") }),
  };

function need(form: Form, name: string): string {
  const value = form(name);
  if (value === undefined) throw new OAuthRefusal("invalid_request", `The form lacks ${name}.`);
  return value;
}
