import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  ListToolsRequestSchema,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { fingerprintAddress } from "../../access/address.ts";
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
  let isCancelled = false;
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId }) => {
    const { parts, incoming } = exchange;
    using call = parts.cancellations.begin(nameOf(exchange, requestId), incoming.signal);
    try {
      return await callTool({ ...exchange, incoming: { ...incoming, signal: call.signal } }, params);
    } finally {
      isCancelled = call.signal.aborted;
    }
  });
  server.setNotificationHandler(CancelledNotificationSchema, ({ params: { requestId } }) => {
    if (requestId !== undefined) exchange.parts.cancellations.cancel(nameOf(exchange, requestId));
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody: body });
  // What was cancelled has no answer, as the protocol wants it.
  return isCancelled ? new Response(null, { status: 202 }) : response;
}

/** There are no sessions, so a call is known by who sent it, from where, and under which id. */
function nameOf({ parts, incoming, account = "" }: Exchange, id: RequestId): string {
  return JSON.stringify([account, fingerprintAddress(incoming.credential.address, parts.addressSecret), id]);
}
