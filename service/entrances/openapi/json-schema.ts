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

/** The same, with a type wherever values are listed, and with members by name: tools that make clients from schemas look at nothing else. */
export function withTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withTypes);
  if (typeof schema !== "object" || schema === null) return schema;
  const typed = Object.entries(withMembers(schema as JsonSchema)).map(([name, value]) => [
    name,
    isData(name) ? value : withTypes(value),
  ]);
  const { type, enum: listed, const: only } = schema as JsonSchema;
  const values = Array.isArray(listed) ? (listed as unknown[]) : only === undefined ? [] : [only];
  const types = [...new Set(values.map(typeOf))];
  return Object.fromEntries(
    type !== undefined || types.length === 0
      ? typed
      : [["type", types.length === 1 ? types[0] : types], ...typed],
  ) as unknown;
}

/** A map whose every name is listed and required. */
function withMembers(schema: JsonSchema): JsonSchema {
  const { propertyNames, additionalProperties, required, properties, ...rest } = schema;
  if (propertyNames === undefined || properties !== undefined || !Array.isArray(required)) return schema;
  const members = required.map((name) => [String(name), additionalProperties]);
  return { ...rest, properties: Object.fromEntries(members) as unknown, required };
}

function isData(name: string): boolean {
  return ["enum", "const", "default", "example", "examples"].includes(name);
}

function typeOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}
