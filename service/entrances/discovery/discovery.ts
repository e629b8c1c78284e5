import { agentRegistrationRoute } from "./agent-registration.ts";
import { apiCatalogRoute } from "./api-catalog.ts";
import { homeRoute } from "../pages/home.ts";
import { llmsRoute } from "./llms.ts";
import { robots } from "./robots.ts";
import type { Route } from "../http/route.ts";
import { serverJsonRoute } from "./server-json.ts";

/** Always there. */
const own = ["/", "/openapi.json", "/llms.txt", "/server.json", "/.well-known/agent-registration.json"];

/** How people, crawlers, models and registries find their way. Made from all other routes, to tell only of what is there. */
export function discoveryRoutes(others: readonly Pick<Route, "path">[]): readonly Route[] {
  const paths = new Set([...others.map(({ path }) => path), ...own]);
  return [
    homeRoute(paths),
    llmsRoute(paths),
    serverJsonRoute(paths),
    apiCatalogRoute(paths),
    agentRegistrationRoute(paths),
    robots,
  ];
}
