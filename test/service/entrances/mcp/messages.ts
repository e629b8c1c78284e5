import type { TestService } from "../../../support/service.ts";

type Sent = Readonly<{
  path?: string;
  key?: string;
  headers?: Record<string, string>;
}>;

/** Posts one body and reads the whole answer. */
export async function postMcp(at: TestService, body: unknown, { path = "/mcp", ...request }: Sent = {}) {
  const response = await at.send(path, { method: "POST", body, ...request });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text ? tryJson(text) : undefined };
}

function tryJson(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const ping = { jsonrpc: "2.0", id: "mine", method: "ping" };
export const call = (code: string, name = "validate_python") => ({
  jsonrpc: "2.0",
  id: 41,
  method: "tools/call",
  params: { name, arguments: { code } },
});

/** The same call in the revision that has no `initialize`. */
export const modern = (message: any) => ({
  ...message,
  params: {
    ...message.params,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});
export const modernHeaders = (method: string, name?: string) => ({
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
  ...(name !== undefined && { "mcp-name": name }),
});
