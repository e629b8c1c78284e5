import { isLegacyRequest } from "@modelcontextprotocol/server";
import { srcQuery } from "../../caller/origin.ts";
import { baseUrlOf } from "../../terms/remedy.ts";
import type { Parts } from "../../parts.ts";
import type { Incoming, RouteReply, Route } from "../http/route.ts";
import { openEventStream } from "./rpc/event-stream.ts";
import { createExchange, type Exchange } from "./exchange.ts";
import { readBody, requireGoodCredential, requireMessage, requireOurCaller } from "./gate.ts";
import { serveInitializeEra } from "./initialize-era.ts";
import { notifying, progressTokenIn } from "./progress.ts";
import { headersOfEvery, refuseMessage, takesEvents, toReply } from "./rpc/reply.ts";
import { idIn, RpcError, type RpcId } from "./rpc/rpc.ts";
import { serveStatelessEra } from "./stateless-era.ts";

/** Every revision of the protocol on one address: each message goes to the SDK that knows its revision. */
export const mcp: Route = {
  method: "post",
  path: "/mcp",
  summary: "Model Context Protocol",
  description:
    "JSON-RPC over HTTP for MCP clients, revisions 2024-11-05 to 2026-07-28, without sessions. Only `tools/call` needs a " +
    "key; a wrong credential is refused on every method. Refusals are JSON-RPC errors, those of the protocol too, whose " +
    "`data` is the envelope; refusals that the caller can fix or pay for are results marked `isError`.",
  isOpenToPages: true,
  takesCode: true,
  query: {
    auth: {
      type: "string",
      enum: ["required"],
      description: "Answers every keyless `tools/call` with 401, for hosts that sign in by OAuth.",
    },
    ...srcQuery,
  },
  request: {
    type: "object",
    required: ["jsonrpc"],
    properties: {
      jsonrpc: { const: "2.0" },
      id: { type: ["string", "integer"] },
      method: { type: "string" },
      params: { type: "object" },
    },
  },
  response: {
    status: 200,
    description: "The JSON-RPC response.",
    schema: { $ref: "#/components/schemas/JsonRpcResponse" },
  },
  otherAnswers: {
    202: { description: "A notification was taken." },
    403: {
      description: "The `host` or `origin` is not one this deployment serves.",
      schema: { $ref: "#/components/schemas/JsonRpcResponse" },
    },
  },
  refusals: ["unauthorized"],
  refusalsAs: "JsonRpcResponse",
  answer: async (parts, incoming) => {
    let id: RpcId = null;
    try {
      requireOurCaller(parts, incoming); //                            403
      const body = await readBody(parts, incoming); //                 400, 413, 415
      id = idIn(body);
      const message = requireMessage(parts, incoming, body); //        400
      const account = await requireGoodCredential(parts, incoming, message); // 401
      return await serve(createExchange(parts, incoming, account), body);
    } catch (error) {
      if (error instanceof RpcError) return refuseMessage(error, id);
      throw error;
    }
  },
};

/** Who asked to be told how far a call is has the answer in events, from when there is something to tell. */
async function serve(exchange: Exchange, body: unknown): Promise<RouteReply> {
  const token = takesEvents(exchange.incoming.header("accept")) ? progressTokenIn(body) : undefined;
  if (token === undefined) return answer(exchange, body);
  const events = openEventStream();
  const report = notifying(exchange.parts.clock, token, events.send);
  const answering = answer({ ...exchange, report }, body);
  const whole = await Promise.race([answering, events.begun]);
  if (whole) return whole;
  void answering.then(events.end, events.fail);
  return { status: 200, headers: { ...headersOfEvery, ...eventHeaders }, body: events.body };
}

/** Proxies must not hold events back until there are many. */
const eventHeaders = { "content-type": "text/event-stream", "x-accel-buffering": "no" };

async function answer(exchange: Exchange, body: unknown): Promise<RouteReply> {
  const { parts, incoming } = exchange;
  const request = toWebRequest(parts, incoming);
  const response = (await isLegacyRequest(request, body))
    ? await serveInitializeEra(exchange, request, body)
    : await serveStatelessEra(exchange, request, body);
  incoming.signal.throwIfAborted();
  const takesOnlyEvents = takesEvents(incoming.header("accept")) === "nothing else";
  return toReply(exchange, response, { body, takesOnlyEvents });
}

/** Of the headers an SDK sees those that are the protocol's; what it would refuse for lack of the others is set right. */
function toWebRequest({ config }: Pick<Parts, "config">, { headers }: Incoming): Request {
  const own = Object.entries(headers).filter(
    ([name, value]) => name.startsWith("mcp-") && typeof value === "string",
  );
  return new Request(`${baseUrlOf(config)}/mcp`, {
    method: "POST",
    headers: {
      ...Object.fromEntries(own as [string, string][]),
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
  });
}
