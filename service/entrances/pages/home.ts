import type { Parts } from "../../parts.ts";
import { readSampleAnswer } from "../../samples/read-answer.ts";
import { samples } from "../../samples/samples.ts";
import { escapeHtml, readAsset } from "./frame/assets.ts";
import { toScriptText } from "./frame/frame.ts";
import { describeOffer, slogan, type Offer } from "../discovery/offer.ts";
import { pageRoute } from "./frame/page-route.ts";
import type { Route } from "../http/route.ts";
import { offeredModes, switchOf } from "./mode-switch.ts";

/** What the page opens on: a program that is broken, fixed and proven. */
const story = samples[0]!;

/** The playground, opened on a story already played. */
export function homeRoute(paths: ReadonlySet<string>): Route {
  return pageRoute({
    path: "/",
    summary: "The playground",
    content: async (parts) => {
      const offer = describeOffer(parts, paths);
      return {
        title: "Assay: paste Python, get a proven fix",
        description: `${slogan} Lint, types, security and proof by running, over HTTP, MCP, A2A and on chain.`,
        section: "/",
        look: "app",
        hasOwnPictures: true,
        main: write(offer),
        scripts: ["playground.js"],
        data: await dataOf(parts, offer),
        head: headFor(offer),
      };
    },
  });
}

async function dataOf(parts: Parts, offer: Offer) {
  return {
    samples,
    story: await readSampleAnswer(parts, story.id),
    modes: offeredModes(offer),
    freeCalls: offer.freeCallsPerDay,
    sharedDays: parts.config.SHARED_VERDICT_DAYS,
    signer: parts.receipts.signer,
  };
}

function write(offer: Offer): string {
  const markup = {
    modes: switchOf(offer, story.mode),
    samples: samples.map(({ id, name }) => `<option value="${id}">${escapeHtml(name)}</option>`).join(""),
    code: rowsOf(story.code),
    examples: escapeHtml(story.examples ?? ""),
  };
  return readAsset("home.html").replaceAll(/<!-- (\w+) -->/g, (comment, name: string) =>
    Object.hasOwn(markup, name) ? markup[name as keyof typeof markup] : comment,
  );
}

/** The program as text, until the editor is there. */
function rowsOf(code: string): string {
  return code
    .split("\n")
    .map((line, at) => `<span class="row" data-n="${at + 1}">${escapeHtml(line)}\n</span>`)
    .join("");
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
