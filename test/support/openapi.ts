type Json = Readonly<Record<string, unknown>>;

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** The errors of an OpenAPI 3.1 document, one sentence per problem. */
export function problemsOf(document: Json): string[] {
  const info = document["info"] as Json;
  const schemes = ((document["components"] as Json)["securitySchemes"] ?? {}) as Json;
  const operations = operationsOf(document);
  const ids = operations.map(({ operation }) => operation["operationId"]);
  return [
    ...(/^3\.1\.\d+$/.test(String(document["openapi"])) ? [] : ["it is not OpenAPI 3.1"]),
    ...(info["title"] && info["version"] ? [] : ["info lacks a title or a version"]),
    ...(new Set(ids).size === ids.length ? [] : ["an operationId is used twice"]),
    ...operations.flatMap(({ name, path, operation }) =>
      problemsOfOperation(path, operation, schemes).map((problem) => `${name}: ${problem}`),
    ),
    ...schemaProblems(document),
    ...referencesIn(document)
      .filter((reference) => resolve(document, reference) === undefined)
      .map((reference) => `${reference} leads nowhere`),
  ];
}

/** Every operation, as `get /v1/info`. */
export function operationsOf(document: Json): { name: string; path: string; operation: Json }[] {
  return Object.entries(document["paths"] as Record<string, Json>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: `${method} ${path}`,
      path,
      operation: operation as Json,
    })),
  );
}

function problemsOfOperation(path: string, operation: Json, schemes: Json): string[] {
  const responses = Object.entries((operation["responses"] ?? {}) as Record<string, Json>);
  const declared = ((operation["parameters"] ?? []) as { name: string; in: string; required: boolean }[])
    .filter((parameter) => parameter.in === "path" && parameter.required)
    .map(({ name }) => name);
  const named = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => String(name));
  const bodies = [operation["requestBody"] as Json | undefined, ...responses.map(([, response]) => response)];
  const types = bodies.flatMap((body) => Object.keys((body?.["content"] ?? {}) as Json));
  const security = ((operation["security"] ?? []) as Json[]).flatMap((choice) => Object.keys(choice));
  return [
    ...(path.startsWith("/") ? [] : ["the path does not begin with a slash"]),
    ...(operation["summary"] ? [] : ["there is no summary"]),
    ...(/^\w+$/.test(String(operation["operationId"])) ? [] : ["the operationId is no identifier"]),
    ...(responses.length > 0 ? [] : ["there is no response"]),
    ...responses
      .filter(([status]) => !/^[1-5]\d\d$/.test(status))
      .map(([status]) => `${status} is no status`),
    ...responses
      .filter(([, { description }]) => !description)
      .map(([status]) => `${status} is not described`),
    ...(operation["tags"] ? [] : ["there is no tag"]),
    ...(bodies[0] === undefined || typeof bodies[0]["required"] === "boolean"
      ? []
      : ["it is not said whether the body is required"]),
    ...(isSameSet(declared, named) ? [] : ["path and parameters differ"]),
    ...types.filter((type) => !/^\w+\/[\w+.-]+$/.test(type)).map((type) => `${type} is no media type`),
    ...security.filter((name) => !(name in schemes)).map((name) => `${name} is no security scheme`),
    ...(methods.includes(String(operation["operationId"]).split("_")[0]!) ? [] : ["the method is unknown"]),
  ];
}

/** Forms that break client generators, wherever they are. */
function schemaProblems(value: unknown, place = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { type, items, enum: listed, const: only } = value as Json;
  return [
    ...([type].flat().includes("array") && items === undefined ? [`${place}: an array without items`] : []),
    ...((Array.isArray(listed) || only !== undefined) && type === undefined
      ? [`${place}: values without a type`]
      : []),
    ...Object.entries(value)
      .filter(([name]) => name !== "example" && name !== "examples")
      .flatMap(([name, inner]) => schemaProblems(inner, `${place}/${name}`)),
  ];
}

function isSameSet(these: readonly string[], those: readonly string[]): boolean {
  return new Set(these).symmetricDifference(new Set(those)).size === 0;
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "$ref" ? [String(inner)] : referencesIn(inner),
  );
}

function resolve(document: Json, reference: string): unknown {
  if (!reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .reduce<unknown>((value, step) => (value as Json | undefined)?.[step], document);
}
