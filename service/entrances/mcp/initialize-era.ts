import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  CancelTaskRequestSchema,
  GetTaskPayloadRequestSchema,
  GetTaskRequestSchema,
  ListTasksRequestSchema,
  ListToolsRequestSchema,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { fingerprintAddress } from "../../caller/address.ts";
import type { OfferedTool } from "../tools.ts";
import { callTool } from "./call-tool.ts";
import { capabilities, instructionsFor, listTools, serverInfo } from "./description.ts";
import type { Exchange } from "./exchange.ts";
import { answering } from "./tasks/answering.ts";
import { callAsTask, mayBeTask } from "./tasks/begin-task.ts";
import { cancelTask } from "./tasks/cancel-task.ts";
import { listTasks, readResult, requireTask } from "./tasks/look.ts";
import { describeTask } from "./tasks/task.ts";

/** Shared, since a server that has none given builds one of its own, which takes longer than all the rest. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Tasks, as revision 2025-11-25 has them. */
const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

/** Serves one message of the revisions that begin with `initialize`, up to 2025-11-25. Nothing is kept between messages. */
export async function serveInitializeEra(
  exchange: Exchange,
  request: Request,
  body: unknown,
): Promise<Response> {
  const server = new Server(serverInfo(exchange.parts), {
    capabilities: { ...capabilities, tasks },
    instructions: instructionsFor(exchange.parts),
    jsonSchemaValidator,
  });
  server.setRequestHandler(ListToolsRequestSchema, () => listTools(exchange.parts, supportOfTasks));
  serveTasks(server, exchange);
  let isCancelled = false;
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId }) => {
    const { parts, incoming } = exchange;
    const { task } = params;
    if (task) return answering(exchange, async () => callAsTask(exchange, params, task.ttl));
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

function supportOfTasks(tool: OfferedTool) {
  return { execution: { taskSupport: mayBeTask(tool) ? ("optional" as const) : ("forbidden" as const) } };
}

function serveTasks(server: Server, exchange: Exchange): void {
  server.setRequestHandler(GetTaskRequestSchema, async ({ params: { taskId } }) =>
    answering(exchange, async () => describeTask(await requireTask(exchange, taskId))),
  );
  server.setRequestHandler(GetTaskPayloadRequestSchema, async ({ params: { taskId } }) =>
    answering(exchange, async () => readResult(exchange, taskId)),
  );
  server.setRequestHandler(ListTasksRequestSchema, async ({ params }) =>
    answering(exchange, async () => listTasks(exchange, params?.cursor)),
  );
  server.setRequestHandler(CancelTaskRequestSchema, async ({ params: { taskId } }) =>
    answering(exchange, async () => cancelTask(exchange, taskId)),
  );
}

/** There are no sessions, so a call is identified by its account, address and id. */
function nameOf({ parts, incoming, account = "" }: Exchange, id: RequestId): string {
  return JSON.stringify([account, fingerprintAddress(incoming.credential.address, parts.addressSecret), id]);
}
