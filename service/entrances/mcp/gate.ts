import { identify } from "../../caller/identify.ts";
import { Fault } from "../../../parts/faults.ts";
import type { Parts } from "../../parts.ts";
import type { Incoming } from "../http/route.ts";
import { whyNotAllowed } from "./allowed-callers.ts";
import { toRpcError } from "./rpc/refusal.ts";
import { invalidRequest, parseError, readMessage, type RpcMessage, type RpcError } from "./rpc/rpc.ts";

export function requireOurCaller(parts: Parts, incoming: Incoming): void {
  const message = whyNotAllowed(parts.config, incoming);
  if (message !== undefined)
    throw refusal(parts, incoming, new Fault("bad_request", { message }), { status: 403 });
}

export async function readBody(parts: Parts, incoming: Incoming): Promise<unknown> {
  try {
    const body = await incoming.readJson();
    if (body === undefined) throw new Fault("bad_request", { message: "The body is missing." });
    return body;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const code = error.code === "bad_request" ? { code: parseError } : {};
    throw refusal(parts, incoming, error, { status: error.kind.http ?? 500, ...code });
  }
}

export function requireMessage(parts: Parts, incoming: Incoming, body: unknown): RpcMessage {
  const message = readMessage(body);
  if (!("problem" in message)) return message;
  const fault = new Fault("bad_request", { message: message.problem });
  throw refusal(parts, incoming, fault, { status: 400, code: invalidRequest });
}

/**
 * Who sends a credential that is not valid must learn of it at once, and not be served as somebody without one. Hosts that
 * sign in by OAuth wait for the 401 to begin; with `auth=required` they get it even where a keyless call has other ways.
 * Answers whose credential it is, if there is one.
 */
export async function requireGoodCredential(
  parts: Parts,
  incoming: Incoming,
  { method }: RpcMessage,
): Promise<string | undefined> {
  const { credential, query } = incoming;
  try {
    if (credential.secret !== undefined)
      return (await identify(parts, { ...credential, takesTokens: true })).account;
    if (method === "tools/call" && query("auth") === "required")
      throw new Fault("unauthorized", { message: "This call needs a key or a sign-in." });
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw refusal(parts, incoming, error, { status: error.code === "unauthorized" ? 401 : 200 });
  }
}

function refusal(
  parts: Parts,
  incoming: Incoming,
  fault: Fault,
  how: Readonly<{ status: number; code?: number }>,
): RpcError {
  parts.metrics.countRefusal(fault.code);
  return toRpcError({ parts, incoming }, fault, how);
}
