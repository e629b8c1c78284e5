import { z } from "zod";
import type { TracingSettings } from "../../platform/tracing/open.ts";
import { httpUrl } from "../settings/environment.ts";

/** OpenTelemetry's own names, so that they mean here what they mean everywhere. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^\s*(?:[^=,\s]+=[^,]*(?:,\s*[^=,\s]+=[^,]*)*)?$/, "must be name=value, comma separated")
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

type TracingVariables = z.infer<z.ZodObject<typeof tracingVariables>>;

export function tracingSettings(
  config: TracingVariables,
  { name, version }: Readonly<{ name: string; version: string }>,
): TracingSettings {
  const pairs = (config.OTEL_EXPORTER_OTLP_HEADERS ?? "").split(",").filter((pair) => pair.includes("="));
  return {
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: Object.fromEntries(
      pairs.map((pair) => [pair.split("=", 1)[0]!.trim(), pair.slice(pair.indexOf("=") + 1).trim()]),
    ),
    share: config.OTEL_TRACES_SAMPLER_ARG,
    name: config.OTEL_SERVICE_NAME ?? name,
    version,
  };
}
