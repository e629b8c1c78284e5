import { LegacyJsonRpcTransportHandler } from "@a2a-js/sdk/compat/v0_3/server";
import { JsonRpcTransportHandler, ServerCallContext } from "@a2a-js/sdk/server";
import type { Caller } from "../../caller/identify.ts";
import { readQuota } from "../../payment/quota.ts";
import { Fault } from "../../../parts/faults.ts";
import type { Parts } from "../../parts.ts";
import type { Incoming, RouteReply } from "../http/route.ts";
import type { RpcCall } from "./call.ts";
import { createDesk } from "./desk.ts";
import { broken, refused, type RpcFailure } from "./failure.ts";
import type { Slip } from "./tasks/find-task.ts";
import type { Generation } from "./generation.ts";
import { fail, succeed } from "./reply.ts";

type Dispatch = Readonly<{ call: RpcCall; generation: Generation; caller: Caller | undefined }>;

/** Has the protocol's own reader find the method and its parameters, and say the result in the caller's generation. */
export async function dispatch(
  parts: Parts,
  incoming: Incoming,
  { call: { id, body }, generation, caller }: Dispatch,
): Promise<RouteReply> {
  const slip: Slip = {};
  const desk = createDesk(parts, { caller, incoming, slip });
  const reader =
    generation === "1.0" ? new JsonRpcTransportHandler(desk) : new LegacyJsonRpcTransportHandler(desk);
  const response = await reader.handle(body, new ServerCallContext({ requestedVersion: generation }));
  if (Symbol.asyncIterator in response) throw new Error("the desk streams nothing");
  const { answer, thrown } = slip;
  const quota = answer
    ? answer.quota
    : caller && (await readQuota(parts, caller, "static").catch(() => undefined));
  if (response.error === undefined)
    return succeed({
      response,
      quota,
      isRepeat: answer !== undefined && "isRepeat" in answer && answer.isRepeat,
    });
  const failure =
    thrown === undefined
      ? protocolFailure(response.error as ProtocolError)
      : ownFailure(parts, incoming, thrown);
  return fail(parts, incoming, { id, generation, failure, quota, isCounted: answer !== undefined });
}

type ProtocolError = Readonly<{ code: number; message: string; data?: readonly object[] }>;

function protocolFailure({ code, message, data: infos = [] }: ProtocolError): RpcFailure {
  // Nothing of ours threw, so it is the reader that stumbled over the parameters.
  if (code === -32603) return broken(-32602, "The parameters cannot be read.");
  return broken(code, message, { infos });
}

/** A refusal as it is; anything else is a defect, logged once and told to nobody. */
function ownFailure({ log }: Parts, { requestId, signal }: Incoming, thrown: unknown): RpcFailure {
  if (thrown instanceof Fault) return refused(thrown);
  signal.throwIfAborted();
  log.error("request failed", { requestId, cause: thrown instanceof Error ? thrown.stack : String(thrown) });
  return refused(new Fault("internal_error"));
}
