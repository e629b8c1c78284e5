import { record, text } from "../openapi/json-schema.ts";
import { VersionNotSupportedError } from "@a2a-js/sdk/errors";
import { JsonRpcTransportHandler } from "@a2a-js/sdk/server";
import { identify, type Caller } from "../../caller/identify.ts";
import { srcQuery } from "../../caller/origin.ts";
import { Fault } from "../../../parts/faults.ts";
import type { Parts } from "../../parts.ts";
import type { Incoming, RouteReply, Route } from "../http/route.ts";
import { readCall } from "./call.ts";
import { dispatch } from "./dispatch.ts";
import { activationHeaders } from "./card/extension.ts";
import { broken, refused, type RpcFailure } from "./failure.ts";
import { generationOf, generations, statedVersion } from "./generation.ts";
import { fail } from "./reply.ts";
import { isOpenWithoutKey } from "./without-key.ts";

export const a2a: Route = {
  method: "post",
  path: "/a2a",
  summary: "Agent-to-agent calls (A2A 0.3 and 1.0)",
  description:
    "JSON-RPC 2.0. A message with one part is answered with a finished task whose artifact `report` holds the verdict. " +
    "A refusal is a JSON-RPC error whose `data` holds the envelope. Where calls are sold one by one, a message's metadata " +
    "can pay for it instead of a key (x402).",
  needsKey: true,
  isOpenToPages: true,
  takesCode: true,
  query: srcQuery,
  request: record({ jsonrpc: text, method: text }),
  response: {
    status: 200,
    description: "The JSON-RPC answer.",
    schema: { $ref: "#/components/schemas/JsonRpcResponse" },
  },
  refusals: ["rate_limited"],
  refusalsAs: "JsonRpcResponse",
  answer: async (parts, incoming) => {
    const reply = await answer(parts, incoming);
    return { ...reply, headers: { ...reply.headers, ...activationHeaders(parts, incoming) } };
  },
};

async function answer(parts: Parts, incoming: Incoming): Promise<RouteReply> {
  const call = await readCall(incoming);
  const version = statedVersion(incoming);
  const generation = generationOf(version, "method" in call ? call.method : "");
  const failed = (failure: RpcFailure) => fail(parts, incoming, { id: call.id, generation, failure });
  if ("failure" in call) return failed(call.failure);
  if (generation === undefined) return failed(otherVersion());
  const caller = await admit(parts, incoming);
  if (!(caller instanceof Fault)) return dispatch(parts, incoming, { call, generation, caller });
  return (await isOpenWithoutKey(parts, incoming, call))
    ? dispatch(parts, incoming, { call, generation, caller: undefined })
    : failed(refused(caller, caller.kind.http));
}

/** Nearly every method needs the caller: tasks belong to the caller that created them. */
async function admit(parts: Parts, { credential }: Incoming): Promise<Caller | Fault> {
  try {
    return await identify(parts, credential);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

function otherVersion(): RpcFailure {
  const message = `That version of A2A is not supported here: ${generations.join(" and ")} are.`;
  const error = new VersionNotSupportedError(message);
  const { code, data = [] } = JsonRpcTransportHandler.mapToJSONRPCError(error);
  return broken(code, message, { infos: data });
}
