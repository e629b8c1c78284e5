import { z } from "zod";
import type { Config } from "../config.ts";
import { Job } from "../../engine/job.ts";
import { Verdict } from "../../engine/verdict.ts";

type Schema = Record<string, unknown> & { properties: Record<string, Record<string, unknown>> };

/** ValidateRequest as this deployment accepts it. */
export function jobSchema({ MAX_CODE_LENGTH, MAX_TIMEOUT_S }: Config): object {
  const schema = toSchema(Job, "input");
  const options = schema.properties["options"] as Schema;
  const timeout = options.properties["timeout_s"]! as { anyOf?: Record<string, unknown>[] };
  for (const choice of timeout.anyOf ?? [])
    if (choice["type"] === "number") choice["maximum"] = MAX_TIMEOUT_S;
  schema.properties["code"]!["maxLength"] = MAX_CODE_LENGTH;
  return schema;
}

/** ValidateResponse. */
export function verdictSchema(): object {
  return toSchema(Verdict, "output");
}

function toSchema(type: z.ZodType, io: "input" | "output"): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io,
    target: "draft-2020-12",
    // Adding a field to an answer is no break, so the description must not forbid it.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return schema as Schema;
}
