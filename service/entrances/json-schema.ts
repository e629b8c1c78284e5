/** Words for describing answers. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const text = { type: "string" } as const;
export const textOrNull = { type: ["string", "null"] } as const;
export const count = { type: "integer", minimum: 0 } as const;
export const flag = { type: "boolean" } as const;

export const listOf = (items: JsonSchema): JsonSchema => ({ type: "array", items });
export const mapOf = (additionalProperties: JsonSchema): JsonSchema => ({
  type: "object",
  additionalProperties,
});

/** An object whose members are always there, but for those named as optional. */
export function record(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required };
}
