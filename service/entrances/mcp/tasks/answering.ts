import { Fault } from "../../../../parts/faults.ts";
import type { Exchange } from "../exchange.ts";
import { refusalHeaders, toRpcError } from "../rpc/refusal.ts";
import { RpcError } from "../rpc/rpc.ts";

/** The refusal as an error of the protocol, with the status and headers of its HTTP answer. */
export function refuseTask(exchange: Exchange, fault: Fault, code?: number): RpcError {
  exchange.parts.metrics.countRefusal(fault.code);
  exchange.addHeaders(refusalHeaders(exchange, fault));
  if (fault.code === "unauthorized") exchange.setStatus(401);
  return toRpcError(exchange, fault, code === undefined ? {} : { code });
}

/** The account that owns a task: of a key, or of a token issued for it. */
export function requireAccount(exchange: Exchange): string {
  if (exchange.account !== undefined) return exchange.account;
  throw refuseTask(exchange, new Fault("unauthorized", { message: "Tasks need a key or a sign-in." }));
}

/** Answers with what the work answers; what is thrown becomes an error that says no more than a caller may know. */
export async function answering<Answered>(
  exchange: Exchange,
  work: () => Promise<Answered>,
): Promise<Answered> {
  try {
    const answered = await work();
    exchange.noteResult();
    return answered;
  } catch (error) {
    const { parts, incoming } = exchange;
    if (error instanceof RpcError || incoming.signal.aborted) throw error;
    if (error instanceof Fault) throw refuseTask(exchange, error);
    const cause = error instanceof Error ? error.stack : String(error);
    parts.log.error("request failed", { requestId: incoming.requestId, cause });
    throw refuseTask(exchange, new Fault("internal_error"));
  }
}
