import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { callTool } from "./call-tool.ts";
import { capabilities, instructions, listTools, serverInfo } from "./description.ts";
import type { Exchange } from "./exchange.ts";

/** Shared, since a server that has none given builds one of its own, which takes longer than all the rest. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Serves one message of the revisions that begin with `initialize`, up to 2025-11-25. Nothing is kept between messages. */
export async function serveInitializeEra(
  exchange: Exchange,
  request: Request,
  body: unknown,
): Promise<Response> {
  const server = new Server(serverInfo(exchange.parts), { capabilities, instructions, jsonSchemaValidator });
  server.setRequestHandler(ListToolsRequestSchema, () => listTools(exchange.parts));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => callTool(exchange, params));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody: body });
}
