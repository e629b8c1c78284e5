import { Fault } from "../faults.ts";
import { readAsset, strictPageHeaders } from "./assets.ts";
import type { Route } from "./route.ts";

export const marketplacePage: Route = {
  method: "get",
  path: "/marketplace",
  summary: "The marketplace agent at work",
  response: { status: 200, description: "A live table of requests, for people.", type: "text/html" },
  answer: () => ({
    status: 200,
    type: "text/html; charset=utf-8",
    headers: strictPageHeaders,
    body: readAsset("marketplace.html"),
  }),
};

const script = "text/javascript; charset=utf-8";

/** Everything the page loads; nothing comes from elsewhere. */
const assets: Readonly<Record<string, string>> = {
  "marketplace.css": "text/css; charset=utf-8",
  "marketplace.js": script,
  "marketplace-agents.js": script,
  "marketplace-copy.js": script,
  "marketplace-detail.js": script,
  "marketplace-elements.js": script,
  "marketplace-requests.js": script,
  "marketplace-rows.js": script,
  "marketplace-summary.js": script,
};

export const marketplaceAsset: Route = {
  method: "get",
  path: "/marketplace/{asset}",
  summary: "A file of the marketplace page",
  response: { status: 200, description: "Script or style.", type: "text/plain" },
  refusals: ["not_found"],
  answer: (_, { pathPiece }) => {
    const name = pathPiece("asset");
    const type = Object.hasOwn(assets, name) ? assets[name] : undefined;
    if (type === undefined) throw new Fault("not_found");
    return {
      status: 200,
      type,
      headers: { "cache-control": "public, max-age=60" },
      body: readAsset(name),
    };
  },
};
