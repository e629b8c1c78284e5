import type { Fault } from "../../../../parts/faults.ts";
import type { Parts } from "../../../parts.ts";
import { refuse, toRefusal, type RefusalBody } from "../../http/answer.ts";
import { mcpChallenge } from "../../oauth/challenge.ts";
import type { Incoming } from "../../http/route.ts";
import { keyHint } from "../keyless.ts";
import { RpcError } from "./rpc.ts";

type Asked = Readonly<{ parts: Pick<Parts, "config">; incoming: Pick<Incoming, "requestId" | "credential"> }>;

/** The headers of a refusal; a caller that must sign in gets the challenge that MCP clients expect. */
export function refusalHeaders({ parts: { config }, incoming }: Asked, fault: Fault): Record<string, string> {
  const { headers } = refuse(config, fault, incoming.requestId);
  if (fault.code !== "unauthorized") return { ...headers };
  const hasCredential = incoming.credential.secret !== undefined;
  return {
    ...headers,
    "www-authenticate": mcpChallenge(config, { hasCredential, description: fault.message }),
  };
}

export function envelopeOf({ parts: { config }, incoming }: Asked, fault: Fault): RefusalBody {
  return toRefusal(config, fault, incoming.requestId);
}

/** The code is that of the fault unless the protocol has its own for the case. */
export function toRpcError(
  asked: Asked,
  fault: Fault,
  { status = 200, code = fault.kind.rpc ?? -32012 }: { status?: number; code?: number } = {},
): RpcError {
  const data = envelopeOf(asked, fault);
  // Most hosts show a model the message alone.
  const message =
    fault.action === "mint_key" ? `${fault.message} ${keyHint(asked.parts.config)}` : fault.message;
  return new RpcError(code, message, { data, status, headers: refusalHeaders(asked, fault) });
}
