import { issuerOf, resourceOf, scope } from "../../caller/oauth/addresses.ts";
import { baseUrlOf } from "../../terms/remedy.ts";
import type { Config } from "../../config.ts";
import type { Route } from "../http/route.ts";
import { requireOAuth } from "./endpoint.ts";

function describe(config: Config): object {
  return {
    resource: resourceOf(config),
    authorization_servers: [issuerOf(config)],
    scopes_supported: [scope],
    bearer_methods_supported: ["header"],
    resource_name: "Assay",
    resource_documentation: `${baseUrlOf(config)}/docs`,
  };
}

/** Clients look for it with and without the path of what it describes. */
export const resourceMetadata: readonly Route[] = ["", "/mcp"].map((suffix) => ({
  method: "get",
  path: `/.well-known/oauth-protected-resource${suffix}`,
  summary: "Where to sign in for the MCP server",
  description: "OAuth 2.0 Protected Resource Metadata (RFC 9728).",
  isDocument: true,
  isOpenToPages: true,
  response: {
    status: 200,
    description: "The resource and its server.",
    schema: { $ref: "#/components/schemas/OAuthResource" },
  },
  refusals: ["not_found"],
  answer: (parts) => {
    requireOAuth(parts);
    return { status: 200, headers: { "cache-control": "public, max-age=300" }, body: describe(parts.config) };
  },
}));
