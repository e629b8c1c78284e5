import { modes, type Mode } from "../../../engine/job.ts";
import { minCardCredits } from "../../terms/card.ts";
import { creditCents, priceInCredits } from "../../terms/prices.ts";
import { chainName } from "../../terms/chains.ts";
import { nativeTerms } from "../../terms/native.ts";
import { paymentRoutes } from "../../terms/remedy.ts";
import { servedModes } from "../../terms/served-modes.ts";
import { readAsset } from "./frame/assets.ts";
import { pageRoute } from "./frame/page-route.ts";
import { keepSections } from "./frame/page-sections.ts";
import type { Route } from "../http/route.ts";
import { showKey } from "../api/keys/show-key.ts";

/** What is offered, in credits. */
const amounts = [50, 250, 500, 1250];
const usualAmount = 500;

const modeNames: Readonly<Record<Mode, string>> = {
  static: "Check",
  repair: "Fix",
  execute: "Run and prove",
};

/** The key itself is only in the visitor's browser: the page is the same for everybody. */
export const keysPage: Route = pageRoute({
  path: "/keys",
  summary: "A key's own page",
  description: "Create a key, see its balance and ledger, buy credits, revoke it.",
  query: {
    checkout: {
      type: "string",
      enum: ["paid", "cancelled"],
      description: "How a card checkout ended; the page says so.",
    },
  },
  jsonRoute: showKey,
  headers: { "referrer-policy": "no-referrer" },
  content: (parts) => {
    const { config } = parts;
    const ways = paymentRoutes(config).map(({ route }) => route);
    const native = nativeTerms(config);
    const page = readAsset("keys.html", {
      free_calls: String(config.FREE_CALLS_PER_DAY),
      coin: native?.currency ?? "",
      chain: native ? chainName(native.chainId) : "",
    });
    const served = servedModes(parts);
    const min = ways.includes("card") ? minCardCredits(config) : 1;
    const offered = amounts.filter((credits) => credits >= min);
    return {
      title: "Assay: your key",
      description: "Your key: balance, calls left, ledger, credits.",
      section: "/keys",
      look: "keys-page",
      scripts: ["keys.js"],
      data: {
        creditCents,
        modes: modes
          .filter((mode) => served.includes(mode))
          .map((mode) => ({ mode, name: modeNames[mode], credits: priceInCredits[mode] })),
        ...(native && { native: { coin: native.currency, creditWei: String(native.priceWei) } }),
      },
      main: keepSections(page, {
        free: config.FREE_CALLS_PER_DAY > 0,
        card: ways.includes("card"),
        native: ways.includes("native"),
        x402: ways.includes("x402"),
        sold: ways.includes("card") || ways.includes("native"),
        unsold: !ways.includes("card") && !ways.includes("native"),
      }).replace("<!-- amounts -->", () => offered.map(amountChoice).join("")),
    };
  },
});

function amountChoice(credits: number): string {
  const dollars = `$${(credits * creditCents) / 100}`;
  return `<label><input type="radio" name="credits" value="${credits}"${credits === usualAmount ? " checked" : ""}><b>${dollars}</b><span>${credits.toLocaleString("en")} credits</span></label>`;
}
