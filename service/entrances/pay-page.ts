import { readPayView } from "../access/pay-view.ts";
import { baseUrlOf, remedyFor } from "../access/remedy.ts";
import type { Config } from "../config.ts";
import { Fault } from "../faults.ts";
import { refuse } from "./answer.ts";
import { readAsset, strictPageHeaders } from "./assets.ts";
import { toQrCode } from "./qr-code.ts";
import type { Incoming, RouteReply, Route } from "./route.ts";

/** Whoever has the address sees the payment, so it is told to no one and kept nowhere. */
const headers = {
  ...strictPageHeaders,
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
} as const;
const type = "text/html; charset=utf-8";

export const payPage: Route = {
  method: "get",
  path: "/pay/{reservation_id}",
  summary: "Pay a reserved amount with a wallet",
  description: "The `pay_url` of `POST /v1/keys/deposit`. It follows the payment until it is credited.",
  response: { status: 200, description: "What to pay and where, for people.", type: "text/html" },
  refusals: ["not_found", "store_unavailable"],
  answer: async (parts, incoming) => {
    try {
      const { offer, status } = await readPayView(parts, incoming.pathPiece("reservation_id"));
      const values = { ...offer, ...status, base_url: baseUrlOf(parts.config) };
      const page = readAsset("pay.html", toTexts(values));
      return {
        status: 200,
        type,
        headers,
        body: page.replace("<!-- the code -->", toQrCode(offer.payment_uri)),
      };
    } catch (error) {
      const isForPeople = incoming.header("accept")?.includes("text/html") ?? false;
      if (!(error instanceof Fault) || error.kind.http === undefined || !isForPeople) throw error;
      parts.metrics.countRefusal(error.code);
      return explain(parts.config, error, incoming);
    }
  },
};

/** A refusal that can be read without knowing what an envelope is. */
function explain(config: Config, fault: Fault, { requestId }: Incoming): RouteReply {
  const refusal = refuse(config, fault, requestId);
  const isUnknown = fault.code === "not_found";
  const body = readAsset("pay-problem.html", {
    title: isUnknown ? "No such payment" : "Not right now",
    message: fault.message,
    hint: isUnknown
      ? "See that the address is whole. A payment that nobody made is forgotten some time after it expired."
      : (remedyFor(config, fault)?.hint ?? "Load this page again in a moment."),
    request_id: requestId,
  });
  return { ...refusal, type, headers: { ...refusal.headers, ...headers, vary: "accept" }, body };
}

function toTexts(values: Readonly<Record<string, string | number | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? "")]));
}

const script = "text/javascript; charset=utf-8";

/** Everything the page loads; nothing comes from elsewhere. */
const assets: Readonly<Record<string, string>> = {
  "pay.css": "text/css; charset=utf-8",
  "pay.js": script,
  "pay-countdown.js": script,
  "marketplace-copy.js": script,
};

export const payAsset: Route = {
  method: "get",
  path: "/pay/assets/{asset}",
  summary: "A file of the page to pay on",
  response: { status: 200, description: "Script or style.", type: "text/plain" },
  refusals: ["not_found"],
  answer: (_, { pathPiece }) => {
    const name = pathPiece("asset");
    const assetType = Object.hasOwn(assets, name) ? assets[name] : undefined;
    if (assetType === undefined) throw new Fault("not_found");
    return {
      status: 200,
      type: assetType,
      headers: { "cache-control": "public, max-age=60" },
      body: readAsset(name),
    };
  },
};
