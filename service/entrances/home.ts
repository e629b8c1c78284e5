import { creditCents } from "../access/prices.ts";
import type { Mode } from "../../engine/job.ts";
import { readProfiles } from "../parts/agent-profiles.ts";
import type { Parts } from "../parts.ts";
import { escapeHtml, readAsset, strictPageHeaders } from "./assets.ts";
import { describeOffer, slogan, type Offer } from "./offer.ts";
import { keepSections } from "./page-sections.ts";
import type { Route } from "./route.ts";
import { tools } from "./tools.ts";

/** Tells people and crawlers what is here and how to call it, and nothing of what is not here. */
export function homeRoute(paths: ReadonlySet<string>): Route {
  return {
    method: "get",
    path: "/",
    summary: "A page for people",
    query: {
      checkout: {
        type: "string",
        enum: ["paid", "cancelled"],
        description: "How a checkout ended, of which the page then tells.",
      },
    },
    response: { status: 200, description: "What the service is and how to call it.", type: "text/html" },
    answer: async (parts, { query }) => {
      const told = { checkout: query("checkout"), hasAgent: await hasAgent(parts) };
      return {
        status: 200,
        type: "text/html; charset=utf-8",
        headers: strictPageHeaders,
        body: write(describeOffer(parts, paths), told),
      };
    },
  };
}

/** The page is there without the store too; only this is not known then. */
async function hasAgent({ store }: Pick<Parts, "store">): Promise<boolean> {
  const profiles = await readProfiles(store, []).catch(() => []);
  return profiles.length > 0;
}

type Told = Readonly<{ checkout: string | undefined; hasAgent: boolean }>;

function write(offer: Offer, { checkout, hasAgent: marketplace }: Told): string {
  const isThere = {
    paid: checkout === "paid",
    cancelled: checkout === "cancelled",
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
  const page = keepSections(readAsset("home.html", textsOf(offer)), isThere);
  return page.replace("<!-- data -->", () => dataFor(offer)).replace("<!-- links -->", () => linksOf(offer));
}

function textsOf(offer: Offer): Record<string, string> {
  return {
    slogan,
    base_url: offer.baseUrl,
    version: offer.version,
    free_calls: String(offer.freeCallsPerDay),
    trial_calls: String(offer.trialCallsPerDay),
    keys_per_day: String(offer.keysPerDay),
    max_code_length: offer.maxCodeLength.toLocaleString("en"),
    max_timeout: String(offer.maxTimeoutS),
    static_price: priceOf(offer, "static"),
    repair_price: priceOf(offer, "repair"),
    execute_price: priceOf(offer, "execute"),
    ways_to_pay: waysToPay(offer),
    tools: tools
      .filter(({ mode, isListed }) => isListed && mode !== undefined && offer.serves(mode))
      .map(({ name }) => name)
      .join(", "),
  };
}

function priceOf({ prices, freeCallsPerDay }: Offer, mode: Mode): string {
  const price = prices.find((one) => one.mode === mode);
  if (!price) return "";
  const free = mode === "static" && freeCallsPerDay > 0 ? `${freeCallsPerDay} a day free, then ` : "";
  const credits = `${price.credits} ${price.credits === 1 ? "credit" : "credits"}, ${price.cents} cents`;
  return `${free}${credits}${price.x402Usd ? `; by x402 $${price.x402Usd}` : ""}`;
}

const wayNames: Readonly<Record<string, string>> = {
  card: "by card (POST /v1/keys/checkout)",
  native: "with the chain's own currency (POST /v1/keys/deposit)",
};

function waysToPay({ payments }: Offer): string {
  const ways = payments.map(({ route }) => wayNames[route]).filter((way) => way !== undefined);
  return ways.length > 0
    ? `Credits of ${creditCents} cents are bought ${ways.join(" or ")}.`
    : "This deployment sells no credits; its operator hands them out.";
}

const links = [
  { path: "/docs", about: "every call, to read and to try" },
  { path: "/openapi.json", about: "the same for programs" },
  { path: "/llms.txt", about: "the same for models" },
  { path: "/v1/pricing", about: "prices, and the ways to pay that there are" },
  { path: "/v1/info", about: "modes, and the schemas of request and verdict" },
  { path: "/v1/rules", about: "what is checked, rule by rule" },
  { path: "/v1/changelog", about: "what changed in this version" },
  { path: "/server.json", about: "the entry for MCP registries" },
  { path: "/healthz", about: "whether all is well" },
];

function linksOf({ has }: Offer): string {
  return links
    .filter(({ path }) => has(path))
    .map(({ path, about }) => `<dt><a href="${path}">${path}</a></dt>\n<dd>${escapeHtml(about)}</dd>`)
    .join("\n");
}

/** For crawlers. It is data and runs nowhere; nothing in it can end the element that it stands in. */
function dataFor({ baseUrl, version, freeCallsPerDay }: Offer): string {
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
  const text = JSON.stringify(data).replaceAll("<", String.raw`\u003c`);
  return `<script type="application/ld+json">${text}</script>`;
}
