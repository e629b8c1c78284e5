import { LegacyJsonRpcTransportHandler } from "@a2a-js/sdk/compat/v0_3/server";
import { JsonRpcTransportHandler, ServerCallContext } from "@a2a-js/sdk/server";
import type { Caller } from "../../caller/identify.ts";
import { readQuota } from "../../payment/quota.ts";
import { Fault } from "../../../parts/faults.ts";
import type { Parts } from "../../parts.ts";
import type { Incoming, RouteReply } from "../http/route.ts";
import type { RpcCall } from "./call.ts";
import { createRequestHandler } from "./request-handler.ts";
import { broken, refused, type RpcFailure } from "./failure.ts";
import type { CallResponse } from "./tasks/find-task.ts";
import type { Generation } from "./generation.ts";
import { fail, succeed } from "./reply.ts";

type Dispatch = Readonly<{ call: RpcCall; generation: Generation; caller: Caller | undefined }>;

/** Lets the SDK find the method and its parameters, and write the result in the caller's generation. */
export async function dispatch(
  parts: Parts,
  incoming: Incoming,
  { call: { id, body }, generation, caller }: Dispatch,
): Promise<RouteReply> {
  const response: CallResponse = {};
  const handler = createRequestHandler(parts, { caller, incoming, response });
  const reader =
    generation === "1.0" ? new JsonRpcTransportHandler(handler) : new LegacyJsonRpcTransportHandler(handler);
  const reply = await reader.handle(body, new ServerCallContext({ requestedVersion: generation }));
  if (Symbol.asyncIterator in reply) throw new Error("the request handler streams nothing");
  const { answer, thrown } = response;
  const quota = answer
    ? answer.quota
    : caller && (await readQuota(parts, caller, "static").catch(() => undefined));
  if (reply.error === undefined)
    return succeed({
      response: reply,
      quota,
      isRepeat: answer !== undefined && "isRepeat" in answer && answer.isRepeat,
    });
  const failure =
    thrown === undefined
      ? protocolFailure(reply.error as ProtocolError)
      : ownFailure(parts, incoming, thrown);
  return fail(parts, incoming, { id, generation, failure, quota, isCounted: answer !== undefined });
}

type ProtocolError = Readonly<{ code: number; message: string; data?: readonly object[] }>;

function protocolFailure({ code, message, data: infos = [] }: ProtocolError): RpcFailure {
  // None of our code threw, so the SDK could not read the parameters.
  if (code === -32603) return broken(-32602, "The parameters cannot be read.");
  return broken(code, message, { infos });
}

/** A refusal stays as it is; anything else is a defect: logged once, not shown to the caller. */
function ownFailure({ log }: Parts, { requestId, signal }: Incoming, thrown: unknown): RpcFailure {
  if (thrown instanceof Fault) return refused(thrown);
  signal.throwIfAborted();
  log.error("request failed", { requestId, cause: thrown instanceof Error ? thrown.stack : String(thrown) });
  return refused(new Fault("internal_error"));
}
