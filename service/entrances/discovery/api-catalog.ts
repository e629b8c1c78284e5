import { baseUrlOf } from "../../terms/remedy.ts";
import { listOf, record, text } from "../openapi/json-schema.ts";
import type { Route } from "../http/route.ts";

/** What is known of the API, under the relations of RFC 8631. */
const links = [
  { relation: "service-desc", path: "/openapi.json", type: "application/vnd.oai.openapi+json" },
  { relation: "service-doc", path: "/docs", type: "text/html" },
  { relation: "service-doc", path: "/llms.txt", type: "text/plain" },
  { relation: "service-meta", path: "/v1/info", type: "application/json" },
  { relation: "service-meta", path: "/.well-known/agent-card.json", type: "application/json" },
  { relation: "service-meta", path: "/server.json", type: "application/json" },
  { relation: "status", path: "/healthz", type: "application/json" },
] as const;

const type = "application/linkset+json";

/** Where a program that knows only the host finds its API (RFC 9727). */
export function apiCatalogRoute(paths: ReadonlySet<string>): Route {
  const there = links.filter(({ path }) => paths.has(path));
  return {
    method: "get",
    path: "/.well-known/api-catalog",
    summary: "Where the API and its descriptions are",
    description: "A linkset (RFC 9264), as RFC 9727 defines it.",
    isOpenToPages: true,
    isDocument: true,
    response: {
      status: 200,
      description: "The links.",
      type,
      schema: record({
        linkset: listOf({ type: "object", properties: { anchor: text }, required: ["anchor"] }),
      }),
    },
    answer: ({ config }) => {
      const base = baseUrlOf(config);
      const byRelation = Map.groupBy(there, ({ relation }) => relation);
      const targets = Array.from(byRelation, ([relation, found]) => [
        relation,
        found.map((link) => ({ href: base + link.path, type: link.type })),
      ]);
      return {
        status: 200,
        type: `${type}; profile="https://www.rfc-editor.org/info/rfc9727"`,
        headers: {
          "cache-control": "public, max-age=300",
          link: `<${base}/.well-known/api-catalog>; rel="api-catalog"`,
        },
        body: JSON.stringify({ linkset: [{ anchor: `${base}/`, ...Object.fromEntries(targets) }] }),
      };
    },
  };
}
