import { registryOf } from "../../marketplace/reputation.ts";
import { readAsset } from "./frame/assets.ts";
import { marketplace } from "../api/marketplace.ts";
import { pageRoute } from "./frame/page-route.ts";
import type { Route } from "../http/route.ts";

export const marketplacePage: Route = pageRoute({
  path: "/marketplace",
  summary: "Requests to the marketplace agent, and their results",
  jsonRoute: marketplace,
  content: (parts) => ({
    title: "Assay: marketplace",
    description: "Requests to Assay's marketplace agent, and their results.",
    section: "/marketplace",
    look: "wide marketplace-page",
    main: readAsset("marketplace.html", { registry: registryOf(parts)?.address ?? "" }),
    scripts: ["marketplace.js"],
  }),
});
