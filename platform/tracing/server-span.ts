import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { contextOf, type Carrier } from "./context.ts";

/** One request as a span, named by OpenTelemetry's conventions for HTTP servers. */
export type ServerSpan = Readonly<{
  during<Result>(work: () => Result): Result;
  end(seen: Readonly<{ route: string; method: string; status: number }>): void;
}>;

const tracer = trace.getTracer("assay");

/** It belongs to the sender's trace where the headers name one. */
export function startServerSpan(method: string, headers: Carrier): ServerSpan {
  const parent = contextOf(headers);
  const attributes = { "http.request.method": method };
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  return {
    during: (work) => context.with(trace.setSpan(parent, span), work),
    end: ({ route, method: known, status }) => {
      span.updateName(route === "none" ? known : `${known} ${route}`);
      span.setAttributes({ "http.route": route, "http.response.status_code": status });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
