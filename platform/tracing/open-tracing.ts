import type { SpanSettings } from "./start.ts";

export type TracingSettings = Omit<SpanSettings, "url"> &
  Readonly<{
    /** The collector's address; without it there are no spans, and nothing of this is loaded. */
    endpoint: string | undefined;
  }>;

/** Sends spans to a collector until disposed. */
export async function openTracing({ endpoint, ...settings }: TracingSettings): Promise<AsyncDisposable> {
  if (endpoint === undefined) return { [Symbol.asyncDispose]: async () => undefined };
  const { startTracing } = await import("./start.ts");
  return startTracing({ url: `${endpoint.replace(/\/$/, "")}/v1/traces`, ...settings });
}
