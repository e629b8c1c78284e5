import type { RouteReply } from "../route.ts";
import type { Exchange } from "./exchange.ts";
import { idIn, invalidRequest, parseError, type RpcError, type RpcId } from "./rpc.ts";

const headersOfEvery = { "cache-control": "no-store" };

/** An error that is ours and not an SDK's, under the caller's own id. */
export function refuseMessage({ code, message, data, status, headers }: RpcError, id: RpcId): RouteReply {
  const body = { jsonrpc: "2.0", id, error: { code, message, ...(data && { data }) } };
  return { status, headers: { ...headersOfEvery, ...headers }, body };
}

/** What an SDK answered, with what the call adds to it; as one event for who takes nothing but events. */
export async function toReply(
  exchange: Exchange,
  response: Response,
  { id, takesOnlyEvents }: { id: RpcId; takesOnlyEvents: boolean },
): Promise<RouteReply> {
  const told = exchange.told();
  const status = told.status ?? response.status;
  const headers = { ...headersOfEvery, ...told.headers };
  const type = response.headers.get("content-type") ?? "";
  const text = await response.text();
  if (text === "") return { status, headers };
  if (!type.startsWith("application/json")) return { status, headers, type, body: text };
  if (status === 200 && takesOnlyEvents)
    return { status, headers, type: "text/event-stream", body: `event: message\ndata: ${text}\n\n` };
  const body = status === 200 ? text : underCallersId(text, id);
  return { status, headers, type: "application/json; charset=utf-8", body };
}

/** SDKs refuse what they do not understand under no id, and call it unparsable although it has been parsed. */
function underCallersId(text: string, id: RpcId): string {
  const { error, ...message } = JSON.parse(text) as { error?: { code: number } };
  if (error === undefined) return text;
  const code = error.code === parseError ? invalidRequest : error.code;
  return JSON.stringify({ ...message, id: idIn(message) ?? id, error: { ...error, code } });
}

/** Most clients name both types; some only one, or any. */
export function takesOnlyEvents(accept: string | undefined): boolean {
  const types = (accept ?? "").split(",").map((type) => type.split(";")[0]!.trim().toLowerCase());
  return types.includes("text/event-stream") && types.every((type) => type === "text/event-stream");
}
