import { flag, listOf, record, text } from "./json-schema.ts";

const error = record({ code: { type: "integer" }, message: text, data: {} }, ["data"]);

const skill = record(
  { id: text, name: text, description: text, tags: listOf(text), examples: listOf(text) },
  ["examples"],
);

/** What other protocols answer with, as far as everybody can rely on it. */
export const protocolSchemas = {
  JsonRpcResponse: record(
    { jsonrpc: { const: "2.0" }, id: { type: ["string", "number", "null"] }, result: {}, error },
    ["result", "error"],
  ),
  AgentCard: record(
    {
      protocolVersion: text,
      name: text,
      description: text,
      version: text,
      url: text,
      preferredTransport: text,
      documentationUrl: text,
      supportedInterfaces: listOf(record({ url: text, protocolBinding: text, protocolVersion: text })),
      capabilities: record({ streaming: flag, pushNotifications: flag }),
      defaultInputModes: listOf(text),
      defaultOutputModes: listOf(text),
      skills: listOf(skill),
      securitySchemes: { type: "object" },
      signatures: listOf(record({ protected: text, signature: text })),
    },
    ["protocolVersion", "url", "preferredTransport"],
  ),
  OAuthResource: record({
    resource: text,
    authorization_servers: listOf(text),
    scopes_supported: listOf(text),
    bearer_methods_supported: listOf(text),
  }),
  OAuthServer: record({
    issuer: text,
    authorization_endpoint: text,
    token_endpoint: text,
    registration_endpoint: text,
    revocation_endpoint: text,
    response_types_supported: listOf(text),
    grant_types_supported: listOf(text),
    code_challenge_methods_supported: listOf(text),
    scopes_supported: listOf(text),
  }),
} as const;
