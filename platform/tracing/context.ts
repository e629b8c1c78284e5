import { createHash } from "node:crypto";
import { context, propagation, ROOT_CONTEXT, trace, TraceFlags, type Context } from "@opentelemetry/api";

/** What names the trace that some work belongs to, as W3C writes it: headers of a request, or MCP's `_meta`. */
export type Carrier = Readonly<Record<string, unknown>>;

/** The trace that the sender belongs to; ours where it names none. */
export function contextOf(carrier: Carrier): Context {
  return propagation.extract(ROOT_CONTEXT, carrier, {
    get: (from, key) => (typeof from[key] === "string" ? from[key] : undefined),
    keys: (from) => Object.keys(from),
  });
}

/** The headers that tell the asked side which trace this belongs to; none where tracing is off. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/**
 * The trace of something that outlives processes: everybody who works on it, whenever that is, belongs to the trace
 * that its id names.
 */
export async function inTraceOf<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
  const digest = createHash("sha256").update(id).digest("hex");
  const parent = trace.setSpanContext(ROOT_CONTEXT, {
    traceId: digest.slice(0, 32),
    spanId: digest.slice(32, 48),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
  return context.with(parent, work);
}
