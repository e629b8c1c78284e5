import { issuerOf, scope } from "../../caller/oauth/addresses.ts";
import { baseUrlOf } from "../../terms/remedy.ts";
import type { Config } from "../../config.ts";
import type { Route } from "../http/route.ts";
import { requireOAuth } from "./endpoint.ts";

function describe(config: Config): object {
  const base = baseUrlOf(config);
  return {
    issuer: issuerOf(config),
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    registration_endpoint: `${base}/oauth/register`,
    revocation_endpoint: `${base}/oauth/revoke`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    scopes_supported: [scope, "offline_access"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${base}/docs`,
  };
}

/** Clients look for it with and without the path of what they sign in for. */
export const serverMetadata: readonly Route[] = ["", "/mcp"].map((suffix) => ({
  method: "get",
  path: `/.well-known/oauth-authorization-server${suffix}`,
  summary: "How to sign in",
  description: "OAuth 2.0 Authorization Server Metadata (RFC 8414).",
  isDocument: true,
  isOpenToPages: true,
  response: {
    status: 200,
    description: "Endpoints and what they do.",
    schema: { $ref: "#/components/schemas/OAuthServer" },
  },
  refusals: ["not_found"],
  answer: (parts) => {
    requireOAuth(parts);
    return { status: 200, headers: { "cache-control": "public, max-age=300" }, body: describe(parts.config) };
  },
}));
