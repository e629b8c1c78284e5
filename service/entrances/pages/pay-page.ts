import { chainName } from "../../terms/chains.ts";
import { readPayView } from "../../credits/pay-view.ts";
import { creditCents } from "../../terms/prices.ts";
import { baseUrlOf } from "../../terms/remedy.ts";
import { readAsset } from "./frame/assets.ts";
import { pageRoute } from "./frame/page-route.ts";
import { payStatus } from "../api/money/pay-status.ts";
import { toQrCode } from "./frame/qr-code.ts";
import type { Route } from "../http/route.ts";

/** Anyone who has the address sees the payment, so it is not logged, cached or indexed. */
const headers = { "referrer-policy": "no-referrer", "cache-control": "no-store" } as const;

export const payPage: Route = pageRoute({
  path: "/pay/{reservation_id}",
  summary: "Pay a reserved amount with a wallet",
  description: "The `pay_url` of `POST /v1/keys/deposit`. It follows the payment until it is credited.",
  refusals: ["not_found", "store_unavailable"],
  jsonRoute: payStatus,
  headers,
  explain: (fault) => (fault.code === "not_found" ? unknown : {}),
  content: async (parts, { pathPiece }) => {
    const { offer, status } = await readPayView(parts, pathPiece("reservation_id"));
    const { unclaimed: _, ...shown } = status;
    const values = toTexts({
      ...offer,
      ...shown,
      base_url: baseUrlOf(parts.config),
      chain_name: chainName(offer.chain_id),
      credits: status.credits.toLocaleString("en"),
      dollars: ((status.credits * creditCents) / 100).toFixed(2),
    });
    return {
      title: `Assay: pay ${offer.amount} ${offer.currency}`,
      description: "Pay for Assay credits with a wallet.",
      look: "narrow pay-page",
      main: readAsset("pay.html", values).replace("<!-- the code -->", toQrCode(offer.payment_uri)),
      scripts: ["pay.js"],
      head: '<noscript><meta http-equiv="refresh" content="15"></noscript>\n',
      isPrivate: true,
    };
  },
});

const unknown = {
  title: "No such payment",
  hint: "Check that the address is complete. Expired unpaid links are deleted.",
};

function toTexts(values: Readonly<Record<string, string | number | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? "")]));
}
