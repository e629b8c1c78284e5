import { registryOf } from "../../marketplace/reputation.ts";
import { Fault } from "../../../parts/faults.ts";
import { readAsset } from "./frame/assets.ts";
import { marketplace } from "../api/marketplace.ts";
import { pageRoute } from "./frame/page-route.ts";
import type { Route } from "../http/route.ts";

export const marketplacePage: Route = pageRoute({
  path: "/marketplace",
  summary: "Requests to the marketplace agent, and their results",
  twin: marketplace,
  content: (parts) => ({
    title: "Assay: marketplace",
    description: "Requests to Assay's marketplace agent, and their results.",
    section: "/marketplace",
    look: "wide marketplace-page",
    main: readAsset("marketplace.html", { registry: registryOf(parts)?.address ?? "" }),
    scripts: ["charts.js"],
    head: '<script type="module" src="/marketplace/marketplace.js"></script>\n',
  }),
});

const script = "text/javascript; charset=utf-8";

/** Everything the page loads; nothing comes from elsewhere. */
const assets: Readonly<Record<string, string>> = {
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
  isHidden: true,
  response: { status: 200, description: "A script.", type: "text/plain" },
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
