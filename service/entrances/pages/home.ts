import { randomBytes } from "node:crypto";
import type { Mode } from "../../../engine/job.ts";
import { readProfiles } from "../../../parts/journal/agent-profiles.ts";
import type { Parts } from "../../parts.ts";
import { readAsset } from "./frame/assets.ts";
import { toScriptText } from "./frame/frame.ts";
import { describeOffer, slogan, type Offer } from "../discovery/offer.ts";
import { pageRoute } from "./frame/page-route.ts";
import { keepSections } from "./frame/page-sections.ts";
import type { Route } from "../http/route.ts";
import { tools } from "../tools.ts";

/** The playground, and how to call this very deployment; nothing of what it does not have. */
export function homeRoute(paths: ReadonlySet<string>): Route {
  return pageRoute({
    path: "/",
    summary: "The playground",
    content: async (parts) => {
      const offer = describeOffer(parts, paths);
      return {
        title: "Assay: Python, checked and proven",
        description: `${slogan} Lint, types, security and proof by running, over HTTP, MCP, A2A and on chain.`,
        section: "/",
        look: "wide",
        main: write(offer, await hasAgent(parts)),
        scripts: ["playground.js"],
        data: { modes: offer.prices.map(({ mode }) => mode) },
        styleNonce: randomBytes(16).toString("base64url"),
        head: headFor(offer),
      };
    },
  });
}

/** The page is there without the store too; only this is not known then. */
async function hasAgent({ store }: Pick<Parts, "store">): Promise<boolean> {
  const profiles = await readProfiles(store, []).catch(() => []);
  return profiles.length > 0;
}

function write(offer: Offer, marketplace: boolean): string {
  const isThere = {
    free: offer.freeCallsPerDay > 0,
    trial: offer.trialCallsPerDay > 0,
    static: offer.serves("static"),
    repair: offer.serves("repair"),
    execute: offer.serves("execute"),
    mcp: offer.has("/mcp"),
    oauth: offer.signsIn,
    a2a: offer.has("/a2a"),
    client: offer.has("/v1/client"),
    x402: offer.sellsCalls,
    marketplace,
  };
  return keepSections(readAsset("home.html", textsOf(offer)), isThere).replace("<!-- modes -->", () =>
    modesOf(offer),
  );
}

function textsOf(offer: Offer): Record<string, string> {
  return {
    base_url: offer.baseUrl,
    free_calls: String(offer.freeCallsPerDay),
    trial_calls: String(offer.trialCallsPerDay),
    max_code_length: offer.maxCodeLength.toLocaleString("en"),
    tools: tools
      .filter(({ mode, isListed }) => isListed && mode !== undefined && offer.serves(mode))
      .map(({ name }) => name)
      .join(", "),
  };
}

const modeNames: Readonly<Record<Mode, string>> = { static: "Check", repair: "Repair", execute: "Execute" };

/** The switch between the modes that are served, with what each costs. */
function modesOf({ prices, freeCallsPerDay }: Offer): string {
  return prices
    .map(({ mode, credits }, at) => {
      const isFree = mode === "static" && freeCallsPerDay > 0;
      const price = isFree ? "free" : `${credits} ${credits === 1 ? "credit" : "credits"}`;
      const isChosen = at === 0 ? " checked" : "";
      return `<label><input type="radio" name="mode" value="${mode}"${isChosen}> ${modeNames[mode]} <span class="soft">${price}</span></label>`;
    })
    .join("\n");
}

/** For crawlers: data that runs nowhere. */
function headFor({ baseUrl, version, freeCallsPerDay }: Offer): string {
  const data = {
    "@context": "https://schema.org",
    "@type": "WebAPI",
    name: "Assay",
    description: slogan,
    url: `${baseUrl}/`,
    version,
    documentation: `${baseUrl}/docs`,
    termsOfService: `${baseUrl}/v1/pricing`,
    isAccessibleForFree: freeCallsPerDay > 0,
    license: "https://spdx.org/licenses/MIT",
  };
  return `<link rel="canonical" href="/">
<link rel="service-desc" href="/openapi.json" type="application/json">
<link rel="alternate" href="/llms.txt" type="text/plain" title="For models">
<script type="application/ld+json">${toScriptText(data)}</script>
`;
}
