import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { contextOf, type Carrier } from "./context.ts";
import { fail } from "./stages.ts";

const tracer = trace.getTracer("assay");

/**
 * A tool called over MCP, named by OpenTelemetry's conventions. Its caller may name a trace in `_meta`; the request that
 * carried the call is linked then, since one connection may carry the calls of many.
 */
export async function inToolSpan<Result extends Readonly<{ isError?: boolean }>>(
  { tool, meta }: Readonly<{ tool: string; meta: Carrier }>,
  work: () => Promise<Result>,
): Promise<Result> {
  const carrier = trace.getSpanContext(context.active());
  const named = contextOf(meta);
  const isNamed = trace.getSpanContext(named) !== undefined;
  const options = {
    kind: SpanKind.SERVER,
    attributes: { "mcp.method.name": "tools/call", "gen_ai.tool.name": tool },
    ...(isNamed && carrier && { links: [{ context: carrier }] }),
  };
  const parent = isNamed ? named : context.active();
  return tracer.startActiveSpan(`tools/call ${tool}`, options, parent, async (span) => {
    try {
      const result = await work();
      if (result.isError === true) {
        span.setAttribute("error.type", "tool_error");
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      return result;
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}
