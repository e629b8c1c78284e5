import type { Config } from "../config.ts";
import { modes } from "../engine/job.ts";
import { kinds } from "../faults.ts";
import { jobSchema, verdictSchema } from "./schemas.ts";

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };

function record(properties: Record<string, object>, optional: readonly string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required };
}

/** The records of the wire, under the names the specification gives them. */
export function componentSchemas(config: Config): Record<string, object> {
  const mode = { type: "string", enum: modes };
  return {
    ValidateRequest: jobSchema(config),
    ValidateResponse: verdictSchema(),
    NewKey: record({
      api_key: text,
      tier: { const: "free" },
      calls_per_day: count,
      modes: { type: "array", items: mode },
      deposit_data: text,
    }),
    KeyAccount: record({
      tier: { enum: ["free", "paid"] },
      modes: { type: "array", items: mode },
      credits: count,
      calls_per_day: count,
      calls_remaining: count,
      reset_at: text,
      deposit_data: text,
      created_at: { type: ["string", "null"] },
    }),
    Health: record({
      status: { enum: ["ok", "degraded", "unavailable"] },
      version: text,
      checks: { type: "object", additionalProperties: text },
    }),
    Refusal: record(
      {
        error: { enum: Object.keys(kinds) },
        message: text,
        request_id: text,
        remedy: { ...record({ action: text, hint: text }), additionalProperties: true },
        fields: {
          type: "array",
          items: record({ loc: { type: "array" }, msg: text, type: text, input: {} }, ["input"]),
        },
        limit: count,
      },
      ["remedy", "fields", "limit"],
    ),
  };
}
