import { readText } from "./assets.ts";
import type { Route } from "./route.ts";

/** What all pages look like, and the one page that has no folder of its own. */
export const styles: readonly Route[] = ["page.css", "home.css"].map((name) => ({
  method: "get",
  path: `/${name}`,
  summary: "How pages look",
  response: { status: 200, description: "A style sheet.", type: "text/css" },
  answer: () => ({
    status: 200,
    type: "text/css; charset=utf-8",
    headers: { "cache-control": "public, max-age=60" },
    body: readText(name),
  }),
}));
