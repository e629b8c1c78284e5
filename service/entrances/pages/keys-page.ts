import { creditCents } from "../../terms/prices.ts";
import { paymentRoutes } from "../../terms/remedy.ts";
import { readAsset } from "./frame/assets.ts";
import { pageRoute } from "./frame/page-route.ts";
import { keepSections } from "./frame/page-sections.ts";
import type { Route } from "../http/route.ts";
import { showKey } from "../api/keys/show-key.ts";

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
  content: ({ config }) => {
    const ways = paymentRoutes(config).map(({ route }) => route);
    const page = readAsset("keys.html", {
      free_calls: String(config.FREE_CALLS_PER_DAY),
      credit_cents: String(creditCents),
    });
    return {
      title: "Assay: your key",
      description: "Your key: balance, allowance, ledger, credits.",
      section: "/keys",
      look: "keys-page",
      scripts: ["keys.js"],
      data: { creditCents },
      main: keepSections(page, {
        free: config.FREE_CALLS_PER_DAY > 0,
        card: ways.includes("card"),
        native: ways.includes("native"),
        unsold: !ways.includes("card") && !ways.includes("native"),
      }),
    };
  },
});
