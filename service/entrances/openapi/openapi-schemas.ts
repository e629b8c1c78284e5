import type { Config } from "../../config.ts";
import { modes } from "../../../engine/job.ts";
import { isRefusalCode, faults, type FaultCode } from "../../../parts/faults.ts";
import { count, record, text } from "./json-schema.ts";
import { protocolSchemas } from "./protocol-schemas.ts";
import { jobSchema, verdictSchema, withoutDefaults } from "./schemas.ts";

/** The records of the wire, under the names the specification gives them. */
export function componentSchemas(config: Config): Record<string, object> {
  const mode = { type: "string", enum: modes };
  return {
    ValidateRequest: withoutDefaults(jobSchema(config)) as object,
    ValidateResponse: verdictSchema(),
    ...protocolSchemas,
    NewKey: record({
      api_key: text,
      tier: { enum: ["free", "paid"] },
      credits: { ...count, description: "What this deployment gives each new key; 0 unless it says so." },
      calls_per_day: count,
      modes: { type: "array", items: mode },
      deposit_data: text,
    }),
    KeyAccount: record(
      {
        tier: { enum: ["free", "paid"] },
        modes: { type: "array", items: mode },
        credits: count,
        calls_per_day: count,
        calls_remaining: count,
        reset_at: text,
        deposit_data: text,
        created_at: { type: ["string", "null"] },
        /** Of payments that were reversed after their credits were spent; a key that owes any is frozen. */
        owed_credits: count,
      },
      ["owed_credits"],
    ),
    Health: record(
      {
        status: { enum: ["ok", "degraded", "unavailable"] },
        version: text,
        checks: { type: "object", additionalProperties: text },
        /** Why a part is down and what its operator can do, where that is known. */
        reasons: { type: "object", additionalProperties: text },
      },
      ["reasons"],
    ),
    OAuthRefusal: record({ error: text, error_description: text, message: text, request_id: text }),
    Refusal: record(
      {
        error: { enum: (Object.keys(faults) as FaultCode[]).filter(isRefusalCode) },
        message: text,
        request_id: text,
        remedy: { ...record({ action: text, hint: text }), additionalProperties: true },
        fields: {
          type: "array",
          items: record(
            {
              loc: { type: "array", items: { type: ["string", "integer"] } },
              msg: text,
              type: text,
              input: {},
            },
            ["input"],
          ),
        },
        limit: count,
      },
      ["remedy", "fields", "limit"],
    ),
  };
}
