import { z } from "zod";
import type { Config } from "../../config.ts";
import { Job } from "../../../engine/job.ts";
import { Verdict } from "../../../engine/verdict.ts";
import { oncePerConfig } from "../http/once-per-config.ts";

type Schema = Record<string, unknown> & { properties: Record<string, Record<string, unknown>> };

const madeOnce = oncePerConfig<object>();
let madeVerdictSchema: object | undefined;

/** ValidateRequest as this deployment accepts it. */
export function jobSchema(config: Config): object {
  return madeOnce(config, "ValidateRequest", () => makeJobSchema(config));
}

function makeJobSchema({ MAX_CODE_LENGTH, MAX_TIMEOUT_S }: Config): object {
  const schema = toSchema(Job, "input");
  const options = schema.properties["options"] as Schema;
  const timeout = options.properties["timeout_s"]! as { anyOf?: Record<string, unknown>[] };
  for (const choice of timeout.anyOf ?? [])
    if (choice["type"] === "number") choice["maximum"] = MAX_TIMEOUT_S;
  schema.properties["code"]!["maxLength"] = MAX_CODE_LENGTH;
  return schema;
}

/**
 * The same with its defaults in words: a client that is made from a schema takes a field that has a default for one that
 * is always there, and would have its caller send all of them.
 */
export function withoutDefaults(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDefaults);
  if (typeof schema !== "object" || schema === null) return schema;
  const { default: usual, ...others } = schema as Record<string, unknown>;
  const plain = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, withoutDefaults(value)]),
  );
  if (typeof usual !== "string" && typeof usual !== "number" && typeof usual !== "boolean") return plain;
  const words = typeof plain["description"] === "string" ? `${plain["description"]} ` : "";
  return { ...plain, description: `${words}Default: ${usual}.` };
}

/** ValidateResponse. */
export function verdictSchema(): object {
  return (madeVerdictSchema ??= toSchema(Verdict, "output"));
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
