/** As much of an OpenAPI description as the reference shows. */
export type Description = Readonly<{
  servers: readonly Readonly<{ url: string }>[];
  tags: readonly Readonly<{ name: string; description: string }>[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<{
    schemas: Readonly<Record<string, Schema>>;
    parameters: Readonly<Record<string, ApiParameter>>;
  }>;
}>;

export type Operation = Readonly<{
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  security?: readonly object[];
  parameters: readonly (ApiParameter | Reference)[];
  requestBody?: Readonly<{
    content: Readonly<
      Record<string, Readonly<{ schema: Schema; examples?: Readonly<Record<string, { value: unknown }>> }>>
    >;
  }>;
  responses: Readonly<
    Record<
      string,
      Readonly<{
        description: string;
        content?: Readonly<Record<string, Readonly<{ schema?: Schema; example?: unknown }>>>;
      }>
    >
  >;
}>;

type Reference = Readonly<{ $ref: string }>;
export type ApiParameter = Readonly<{
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}>;
export type Schema = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  required?: readonly string[];
}>;

/** A request of the API: its address, its method and what is said of it. */
export type ApiCall = Readonly<{
  path: string;
  method: string;
  operation: Operation;
  parameters: readonly ApiParameter[];
}>;

export function callsOf({ paths, components }: Description): readonly ApiCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation,
      parameters: operation.parameters.map((one) =>
        "$ref" in one ? components.parameters[one.$ref.split("/").at(-1)!]! : one,
      ),
    })),
  );
}

/** A schema with what it refers to put in. */
export function resolve({ components }: Description, schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (components.schemas[name] ?? schema);
}
