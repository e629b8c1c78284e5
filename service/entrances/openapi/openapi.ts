import { baseUrlOf } from "../../terms/remedy.ts";
import type { Config } from "../../config.ts";
import type { Release } from "../../../parts/release.ts";
import { record, text, withTypes } from "./json-schema.ts";
import { withMeanings } from "./with-meanings.ts";
import { slogan } from "../discovery/offer.ts";
import { oncePerConfig } from "../http/once-per-config.ts";
import { componentHeaders, componentParameters } from "./openapi-headers.ts";
import { describeRoute } from "./openapi-operation.ts";
import { componentSchemas } from "./openapi-schemas.ts";
import { tags } from "./openapi-tags.ts";
import type { Route } from "../http/route.ts";

const madeOnce = oncePerConfig<string>();

/** In examples; what is served names its own. */
const exampleAddress = "https://assay.example";

/** The route that describes all the others, itself included. */
export function openapiRoute(others: readonly Route[]): Route {
  const route: Route = {
    method: "get",
    path: "/openapi.json",
    summary: "This description",
    isOpenToPages: true,
    isDocument: true,
    response: {
      status: 200,
      description: "OpenAPI 3.1.",
      schema: record({ openapi: text, info: {}, servers: {}, paths: {}, components: {} }),
    },
    answer: ({ config, release }) => ({
      status: 200,
      type: "application/json; charset=utf-8",
      body: madeOnce(config, "text", () =>
        JSON.stringify(withMeanings(withTypes(describe([...others, route], config, release)))).replaceAll(
          exampleAddress,
          baseUrlOf(config),
        ),
      ),
    }),
  };
  return route;
}

function describe(routes: readonly Route[], config: Config, release: Release): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes.filter(({ isHidden }) => !isHidden))
    (paths[route.path] ??= {})[route.method] = describeRoute(route, config);
  return {
    openapi: "3.1.0",
    info: {
      title: "Assay",
      version: release.version,
      description: slogan,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrlOf(config) }],
    tags,
    paths,
    components: {
      schemas: componentSchemas(config),
      parameters: componentParameters,
      headers: componentHeaders,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
        operator: { type: "http", scheme: "bearer", description: "The operator's `ADMIN_TOKEN`." },
      },
    },
  };
}
