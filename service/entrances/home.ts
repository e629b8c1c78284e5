import { baseUrlOf } from "../access/remedy.ts";
import { pageHeaders, readAsset } from "./assets.ts";
import type { Route } from "./route.ts";

export const home: Route = {
  method: "get",
  path: "/",
  summary: "A page for people",
  response: { status: 200, description: "What the service is and how to call it.", type: "text/html" },
  answer: ({ config, release }) => ({
    status: 200,
    type: "text/html; charset=utf-8",
    headers: pageHeaders,
    body: readAsset("home.html", {
      base_url: baseUrlOf(config),
      version: release.version,
      free_calls: String(config.FREE_CALLS_PER_DAY),
    }),
  }),
};
