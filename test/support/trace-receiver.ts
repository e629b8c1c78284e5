import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** A span as a collector receives it. */
export type ReceivedSpan = Readonly<{
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  attributes: Readonly<Record<string, unknown>>;
}>;

type Attribute = { key: string; value: Record<string, unknown> };
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, "service" | "attributes"> & { attributes: Attribute[] })[] }[];
  }[];
};

/** Receives what OpenTelemetry's exporters send over HTTP. */
export async function startTraceReceiver(): Promise<
  Readonly<{ url: string; spans: readonly ReceivedSpan[]; authorizations: ReadonlySet<string> }> &
    AsyncDisposable
> {
  const spans: ReceivedSpan[] = [];
  const authorizations = new Set<string>();
  const server = createServer((request, response) => {
    authorizations.add(request.headers.authorization ?? "");
    void json(request).then((sent) => {
      if (request.url === "/v1/traces") spans.push(...toSpans(sent as Sent));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    authorizations,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function toSpans({ resourceSpans }: Sent): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(toRecord(resource.attributes)["service.name"]);
    return scopeSpans
      .flatMap((scope) => scope.spans)
      .map(({ name, traceId, spanId, parentSpanId, attributes }) => {
        return { service, name, traceId, spanId, parentSpanId, attributes: toRecord(attributes) };
      });
  });
}

function toRecord(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
