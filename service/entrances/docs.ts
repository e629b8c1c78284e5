import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Fault } from "../faults.ts";
import { pageHeaders, readAsset } from "./assets.ts";
import type { Route } from "./route.ts";

export const docs: Route = {
  method: "get",
  path: "/docs",
  summary: "Interactive API docs",
  response: { status: 200, description: "A page to read and try every call.", type: "text/html" },
  answer: () => ({
    status: 200,
    type: "text/html; charset=utf-8",
    headers: pageHeaders,
    body: readAsset("docs.html"),
  }),
};

const require = createRequire(import.meta.url);

/** Everything the page loads; nothing comes from elsewhere. */
const assets: Readonly<Record<string, { type: string; read: () => string | Buffer }>> = {
  "docs.js": { type: "text/javascript; charset=utf-8", read: () => readAsset("docs.js") },
  "swagger-ui-bundle.js": {
    type: "text/javascript; charset=utf-8",
    read: () => readFileSync(require.resolve("swagger-ui-dist/swagger-ui-bundle.js")),
  },
  "swagger-ui.css": {
    type: "text/css; charset=utf-8",
    read: () => readFileSync(require.resolve("swagger-ui-dist/swagger-ui.css")),
  },
};

export const docsAsset: Route = {
  method: "get",
  path: "/docs/{asset}",
  summary: "A file of the docs page",
  response: { status: 200, description: "Script or style.", type: "text/plain" },
  refusals: ["not_found"],
  answer: (_, { pathPiece }) => {
    const name = pathPiece("asset");
    const asset = Object.hasOwn(assets, name) ? assets[name] : undefined;
    if (!asset) throw new Fault("not_found");
    return {
      status: 200,
      type: asset.type,
      headers: { "cache-control": "public, max-age=3600" },
      body: asset.read(),
    };
  },
};
