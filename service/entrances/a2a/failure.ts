import { ERROR_INFO_TYPE } from "@a2a-js/sdk/errors";
import { baseUrlOf } from "../../terms/remedy.ts";
import type { Config } from "../../config.ts";
import { Fault, type FaultCode } from "../../../parts/faults.ts";
import { toRefusal } from "../http/answer.ts";
import { toSentence } from "../discovery/sentence.ts";
import type { Generation } from "./generation.ts";

/** Why a call has no result. */
export type RpcFailure = Readonly<{
  status: number;
  /** The number of JSON-RPC. */
  code: number;
  message: string;
  /** What the protocol itself says of it, in the form of 1.0. */
  infos: readonly object[];
  /** Whose envelope goes with it. */
  fault: Fault;
}>;

/** A refusal of ours. JSON-RPC answers a well-formed request with 200; only a missing key changes the HTTP status. */
export function refused(fault: Fault, status = ownStatus(fault)): RpcFailure {
  return { status, code: fault.kind.rpc ?? -32012, message: fault.message, infos: [], fault };
}

function ownStatus({ code }: Fault): number {
  return code === "unauthorized" ? 401 : code === "internal_error" ? 500 : 200;
}

const codeOf: Readonly<Record<number, FaultCode>> = {
  [-32001]: "not_found",
  [-32005]: "unsupported_media_type",
};

/** An error of the protocol, under its own number; the envelope goes with it all the same. */
export function broken(
  code: number,
  message: string,
  { status = 200, infos = [] }: { status?: number; infos?: readonly object[] } = {},
): RpcFailure {
  const sentence = toSentence(message);
  const fault = new Fault(codeOf[code] ?? "bad_request", { message: sentence, action: "fix_request" });
  return { status, code, message: sentence, infos, fault };
}

/** The error as each generation has it: 0.3 takes any object as data, 1.0 a list of typed ones. */
export function toRpcError(
  config: Config,
  generation: Generation,
  { code, message, infos, fault }: RpcFailure,
  requestId: string,
): object {
  const envelope = toRefusal(config, fault, requestId);
  if (generation === "0.3") return { code, message, data: envelope };
  const base = baseUrlOf(config);
  const own = { "@type": ERROR_INFO_TYPE, reason: fault.code.toUpperCase(), domain: new URL(base).hostname };
  const refusal = { "@type": `${base}/openapi.json#/components/schemas/Refusal`, ...envelope };
  return { code, message, data: [...(infos.length > 0 ? infos : [own]), refusal] };
}
