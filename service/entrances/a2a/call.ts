import { Fault } from "../../../parts/faults.ts";
import type { Incoming } from "../http/route.ts";
import { broken, refused, type RpcFailure } from "./failure.ts";

export type A2aCallId = string | number | null;

/** One JSON-RPC request, as far as it concerns every method. */
export type RpcCall = Readonly<{ id: A2aCallId; method: string; body: Record<string, unknown> }>;

/** The request, or why it is none, with the caller's own id as far as there is one. */
export async function readCall({
  readJson,
}: Pick<Incoming, "readJson">): Promise<RpcCall | Readonly<{ id: A2aCallId; failure: RpcFailure }>> {
  let body: unknown;
  try {
    body = await readJson();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { id: null, failure: unreadable(error) };
  }
  if (body === undefined) return { id: null, failure: broken(-32700, "The body is empty.", { status: 400 }) };
  if (Array.isArray(body))
    return { id: null, failure: broken(-32600, "Batches are not supported. Send one request at a time.") };
  return isObject(body) ? readRequest(body) : { id: null, failure: noRequest };
}

const noRequest = broken(
  -32600,
  'A request is a JSON object with jsonrpc "2.0", a method, and an id that is a string or an integer.',
);

function readRequest(body: Record<string, unknown>): RpcCall | { id: A2aCallId; failure: RpcFailure } {
  const { jsonrpc, id = null, method } = body;
  const isId = id === null || typeof id === "string" || Number.isSafeInteger(id);
  if (!isId) return { id: null, failure: noRequest };
  const rpcId = id as A2aCallId;
  if (jsonrpc !== "2.0" || typeof method !== "string" || method === "")
    return { id: rpcId, failure: noRequest };
  return { id: rpcId, method, body };
}

/** What stands in the way of reading a body has a status of HTTP; only bad JSON has a number of JSON-RPC. */
function unreadable(fault: Fault): RpcFailure {
  const failure = refused(fault, fault.kind.http);
  if (fault.code === "bad_request") return { ...failure, code: -32700 };
  return fault.code === "unsupported_media_type" ? { ...failure, code: -32005 } : failure;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
