import { creditCents } from "../../terms/prices.ts";
import { describePricing } from "../../terms/pricing.ts";
import { pageRoute } from "./frame/page-route.ts";
import { pricing } from "../api/money/pricing.ts";
import type { Route } from "../http/route.ts";

const does: Readonly<Record<string, string>> = {
  static: "Checks syntax, lint, types, security and credentials. Never runs the code.",
  repair: "Also returns the corrected source.",
  execute: "Also runs the code against your examples and looks for a fix.",
};

const ways: Readonly<Record<string, string>> = {
  card: 'By card, from <a href="/keys">your key\'s page</a>.',
  native: 'With a wallet, from <a href="/keys">your key\'s page</a>.',
  x402: 'Per request, without a key: <a href="/docs/x402">x402</a>.',
};

export const pricingPage: Route = pageRoute({
  path: "/pricing",
  summary: "Prices, for people",
  isDocument: true,
  jsonRoute: pricing,
  content: (parts) => {
    const { modes, free_tier: free, routes } = describePricing(parts);
    const served = Object.entries(modes).filter(([, mode]) => mode.served);
    const hasX402 = served.some(([, mode]) => mode.x402_usd !== undefined);
    const { KEYS_PER_ADDRESS_PER_DAY: keys, MAX_CODE_LENGTH: length, MAX_TIMEOUT_S: seconds } = parts.config;
    return {
      title: "Assay: pricing",
      description: "What a request to Assay costs.",
      section: "/pricing",
      look: "narrow",
      main: `<h1>Pricing</h1>
<p class="lead">${free ? `${free.calls_per_day} static checks a day are free with every key: no account, no payment.` : "Every request is paid for."} A credit is ${creditCents} cents.</p>
<table><thead><tr><th scope="col">Mode</th><th scope="col">What it does</th><th scope="col">Credits</th><th scope="col">Price</th>${hasX402 ? '<th scope="col">x402</th>' : ""}</tr></thead><tbody>
${served
  .map(
    ([mode, { credits, x402_usd: usd }]) =>
      `<tr><th scope="row"><code>${mode}</code></th><td>${does[mode]}</td><td>${credits}</td><td>$${((credits * creditCents) / 100).toFixed(2)}</td>${hasX402 ? `<td>$${usd}</td>` : ""}</tr>`,
  )
  .join("\n")}
</tbody></table>
<p>A refused request costs nothing. The same request again within ten minutes costs nothing.</p>
${hasX402 ? "<p>Why x402 costs about half: it needs no balance and no card fee.</p>" : ""}
<h2>How to pay</h2>
${routes.length > 0 ? `<ul>${routes.map(({ route }) => `<li>${ways[route]}</li>`).join("\n")}</ul>` : "<p>This deployment sells no credits; its operator gives them out.</p>"}
<h2>Limits</h2>
<ul>
<li>${length.toLocaleString("en")} characters a request</li>
<li>${seconds} seconds of running time, without network</li>
<li>${keys} new keys per IP address and day</li>
</ul>`,
    };
  },
});
