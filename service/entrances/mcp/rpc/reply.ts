import type { RouteReply } from "../../http/route.ts";
import type { Exchange } from "../exchange.ts";
import { toEvent } from "./event-stream.ts";
import { explain, type ProtocolError } from "./explain.ts";
import { idIn, type RpcError, type RpcId } from "./rpc.ts";

export const headersOfEvery = { "cache-control": "no-store" };

/** An error that is ours and not an SDK's, under the caller's own id. */
export function refuseMessage({ code, message, data, status, headers }: RpcError, id: RpcId): RouteReply {
  const body = { jsonrpc: "2.0", id, error: { code, message, ...(data && { data }) } };
  return { status, headers: { ...headersOfEvery, ...headers }, body };
}

/** What an SDK answered, with what the call adds to it; as one event for who takes nothing but events. */
export async function toReply(
  exchange: Exchange,
  response: Response,
  { body: asked, takesOnlyEvents }: { body: unknown; takesOnlyEvents: boolean },
): Promise<RouteReply> {
  const told = exchange.told();
  const status = told.status ?? response.status;
  const headers = { ...headersOfEvery, ...told.headers };
  const type = response.headers.get("content-type") ?? "";
  const sent = await response.text();
  if (sent === "") return { status, headers };
  if (!type.startsWith("application/json")) return { status, headers, type, body: sent };
  const body = told.hasResult ? sent : withEnvelope(exchange, sent, asked);
  if (status === 200 && takesOnlyEvents)
    return { status, headers, type: "text/event-stream", body: toEvent(body) };
  return { status, headers, type: "application/json; charset=utf-8", body };
}

/** SDKs refuse what they do not understand under no id, and say no more of it than a sentence. */
function withEnvelope(exchange: Exchange, text: string, asked: unknown): string {
  const { error, ...message } = JSON.parse(text) as { error?: ProtocolError };
  if (error === undefined) return text;
  return JSON.stringify({
    ...message,
    id: idIn(message) ?? idIn(asked),
    error: explain(exchange, error, asked),
  });
}

/** Most clients name both types; some only one, or any. */
export function takesEvents(accept: string | undefined): boolean | "nothing else" {
  const types = (accept ?? "").split(",").map((type) => type.split(";")[0]!.trim().toLowerCase());
  if (!types.includes("text/event-stream")) return false;
  return types.every((type) => type === "text/event-stream") ? "nothing else" : true;
}
