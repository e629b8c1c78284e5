import { readProfiles } from "../../../parts/journal/agent-profiles.ts";
import type { AgentProfile } from "../../../parts/journal/marketplace-request.ts";
import { registryOf } from "../../marketplace/reputation.ts";
import type { Parts } from "../../parts.ts";
import { chainName, coinName, explorers } from "../../terms/chains.ts";
import { marketplace } from "../api/marketplace.ts";
import { writeAskSection } from "./ask-section.ts";
import { readAsset } from "./frame/assets.ts";
import { pageRoute } from "./frame/page-route.ts";
import { keepSections } from "./frame/page-sections.ts";
import type { Route } from "../http/route.ts";

export const marketplacePage: Route = pageRoute({
  path: "/marketplace",
  summary: "Ask the marketplace agent; its requests, their results, its ratings",
  jsonRoute: marketplace,
  content: async (parts) => {
    const profile = await newestProfile(parts);
    const registry = registryOf(parts);
    const chain = profile ? chainName(profile.chainId) : "";
    const page = readAsset("marketplace.html", {
      chain,
      coin: profile ? (coinName(parts.config, profile.chainId) ?? "coins") : "",
      rating_chain: registry ? chainName(registry.chain.chainId) : "",
      agent_id: String(registry?.agentId ?? ""),
    });
    return {
      title: "Assay: marketplace",
      description: "Ask Assay's agent on the marketplace, and see its requests, results and ratings.",
      section: "/marketplace",
      look: "marketplace-page",
      main: keepSections(page, {
        agent: profile !== undefined,
        noagent: profile === undefined,
        registry: registry !== undefined,
      }).replace("<!-- ask -->", profile ? await writeAskSection(parts, profile) : ""),
      scripts: ["marketplace.js"],
      data: { explorers, hasAgent: profile !== undefined, canBeRated: registry !== undefined },
    };
  },
});

/** Of the agents that share this store, the one that wrote last. Without the store the page is there too. */
async function newestProfile({ store }: Pick<Parts, "store">): Promise<AgentProfile | undefined> {
  const books = await readProfiles(store, []).catch(() => []);
  return books
    .flatMap(({ profile }) => profile ?? [])
    .toSorted((one, other) => other.atMs - one.atMs)
    .at(0);
}
