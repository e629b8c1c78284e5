import { bookPage } from "./book-page.ts";
import { pageRoute } from "./frame/page-route.ts";
import type { Route } from "../http/route.ts";

export const referencePage: Route = pageRoute({
  path: "/docs/api",
  summary: "The API reference: read and try every request",
  isDocument: true,
  content: (parts) =>
    bookPage(parts, {
      href: "/docs/api",
      title: "API reference",
      headings: [],
      scripts: ["reference.js"],
      article: `<h1>API reference</h1>
<p class="soft">Written from <a href="/openapi.json">/openapi.json</a>. Requests that need a key use <a href="/keys">yours</a>.</p>
<div id="reference"><p role="status">Loading…</p></div>
<noscript><p class="note">This page needs JavaScript; the same description is at <a href="/openapi.json">/openapi.json</a>.</p></noscript>`,
    }),
});
