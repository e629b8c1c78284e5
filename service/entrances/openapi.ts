import { baseUrlOf } from "../access/remedy.ts";
import type { Config } from "../config.ts";
import { kinds, type RefusalCode } from "../faults.ts";
import type { Release } from "../release.ts";
import { componentSchemas } from "./openapi-schemas.ts";
import type { Route } from "./route.ts";

/** The route that describes all the others, itself included. */
export function openapiRoute(others: readonly Route[]): Route {
  const route: Route = {
    method: "get",
    path: "/openapi.json",
    summary: "This description",
    response: { status: 200, description: "OpenAPI 3.1.", schema: { type: "object" } },
    answer: ({ config, release }) => ({ status: 200, body: describe([...others, route], config, release) }),
  };
  return route;
}

function describe(routes: readonly Route[], config: Config, release: Release): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method] = describeRoute(route);
  return {
    openapi: "3.1.0",
    info: {
      title: "Assay",
      version: release.version,
      description: "Checks Python and proves it: source in, verdict out.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrlOf(config) }],
    paths,
    components: {
      schemas: componentSchemas(config),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
      },
    },
  };
}

function describeRoute(route: Route): object {
  const { summary, description, needsKey = false, query = {}, request, response } = route;
  const parameters = [
    ...Array.from(route.path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    })),
    ...Object.entries(query).map(([name, schema]) => ({ name, in: "query", schema })),
  ];
  const answered = {
    description: response.description,
    content: { [response.type ?? "application/json"]: response.schema ? { schema: response.schema } : {} },
  };
  return {
    operationId: `${route.method} ${route.path}`.replaceAll(/[^a-z0-9]+/gi, "_").replaceAll(/^_|_$/g, ""),
    summary,
    ...(description && { description }),
    ...(needsKey && { security: [{ bearer: [] }, { apiKey: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(request && { requestBody: { content: { "application/json": { schema: request } } } }),
    responses: { [response.status]: answered, ...describeRefusals(route) },
  };
}

/** One response a status, naming every error code that can come with it. */
function describeRefusals({ refusals = [], needsKey = false }: Route): Record<string, object> {
  const codes: RefusalCode[] = [
    ...refusals,
    ...(needsKey ? (["unauthorized"] as const) : []),
    "internal_error",
  ];
  const byStatus = Map.groupBy(codes, (code) => kinds[code].http);
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } };
  return Object.fromEntries(
    Array.from(byStatus, ([status, names]) => [
      status,
      { description: names.map((name) => `\`${name}\`: ${kinds[name].message}`).join("  \n"), content },
    ]),
  );
}
