import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";

/** Where spans go, and under which name. */
export type SpanSettings = Readonly<{
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Which share of the traces that begin here is kept, from 0 to 1. */
  share: number;
  name: string;
  version: string;
}>;

/** For this whole process. A collector that is away costs spans, never answers. */
export function startTracing({ url, headers, share, name, version }: SpanSettings): AsyncDisposable {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": name, "service.version": version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers: { ...headers } }) }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return { [Symbol.asyncDispose]: async () => provider.shutdown().catch(() => undefined) };
}
