import type { Config } from "../config.ts";
import type { Mode } from "../../engine/job.ts";
import type { Fault } from "../../parts/faults.ts";
import { toIso } from "../../platform/clock.ts";
import { inCoins } from "../../parts/deposits/amount.ts";
import { minCardCredits } from "./card.ts";
import { nativeTerms } from "./native.ts";
import { creditCents } from "./prices.ts";
import { x402Terms } from "./x402-terms.ts";

/** What a refused caller can do next, in words and in fields a program can follow. */
export type Remedy = Readonly<{ action: string; hint: string } & Record<string, unknown>>;

export function remedyFor(config: Config, fault: Fault): Remedy | undefined {
  const { action, detail } = fault;
  const keys = { method: "POST", url: `${baseUrlOf(config)}/v1/keys` };
  switch (action) {
    case undefined:
      return undefined;
    case "fix_request":
      return {
        action,
        hint: detail.hint ?? "Correct the request and send it again.",
        method: "GET",
        url: `${baseUrlOf(config)}/openapi.json`,
      };
    case "mint_key":
      return {
        action,
        hint: "Create a free key with POST /v1/keys and send it as 'Authorization: Bearer <key>'.",
        ...keys,
      };
    case "buy_credits":
      return { action, ...waysToBuy(config, fault) };
    case "pay_again":
      return { action, hint: "Pay for this request with a new signature." };
    case "shorten":
      return { action, hint: `Send at most ${detail.limit}. A file can be checked in parts.` };
    case "wait":
      return {
        action,
        hint: detail.hint ?? waitHint(fault),
        ...(detail.resetAtMs === undefined ? {} : { reset_at: toIso(detail.resetAtMs) }),
      };
    case "retry":
      return {
        action,
        hint: retryHint(fault),
      };
    default:
      return action satisfies never;
  }
}

function waitHint({ detail: { resetAtMs, retryAfterS = 1 } }: Fault): string {
  return resetAtMs === undefined
    ? `Try again in ${retryAfterS} seconds.`
    : `Try again after ${toIso(Math.ceil(resetAtMs / 60_000) * 60_000).slice(11, 16)} UTC.`;
}

/** A payment whose outcome is not known must be sent again as it is: another one might be paid as well. */
function retryHint({ code, detail: { retryAfterS = 2 } }: Fault): string {
  return code === "payment_unavailable"
    ? `Send the same request with the same payment again in ${retryAfterS} seconds; do not sign another.`
    : `Nothing was charged. Send the same request again in ${retryAfterS} seconds.`;
}

/** A way to pay that this deployment has, and the endpoint it begins at. */
type PaymentRoute = Readonly<{ route: string; method: string; url: string } & Record<string, unknown>>;

/** All ways to pay, in the order in which callers see them. */
const everyPaymentRoute: readonly ((config: Config, mode: Mode) => PaymentRoute | undefined)[] = [
  cardRoute,
  nativeRoute,
  x402Route,
];

/** The configured ones; where a call can be paid by itself, for this mode. */
export function paymentRoutes(config: Config, mode: Mode = "static"): readonly PaymentRoute[] {
  return everyPaymentRoute.map((routeOf) => routeOf(config, mode)).filter((route) => route !== undefined);
}

function cardRoute(config: Config): PaymentRoute | undefined {
  if (config.STRIPE_SECRET_KEY === undefined) return undefined;
  const url = `${baseUrlOf(config)}/v1/keys/checkout`;
  return { route: "card", method: "POST", url, min_credits: minCardCredits(config) };
}

function nativeRoute(config: Config): PaymentRoute | undefined {
  const terms = nativeTerms(config);
  return (
    terms && {
      route: "native",
      method: "POST",
      url: `${baseUrlOf(config)}/v1/keys/deposit`,
      address: terms.address,
      chain_id: terms.chainId,
      currency: terms.currency,
      credit_price_wei: String(terms.priceWei),
    }
  );
}

function x402Route(config: Config, mode: Mode): PaymentRoute | undefined {
  const terms = x402Terms(config);
  return (
    terms && {
      route: "x402",
      method: "POST",
      url: `${baseUrlOf(config)}/v1/x402/${mode}`,
      price_usd: terms.pricesUsd[mode],
      address: terms.payTo,
      networks: terms.networks,
    }
  );
}

/** What a call, or one credit, costs in the chain's own currency, and where to send it. */
function priceOnChain(config: Config, credits = 1): Record<string, string> {
  const terms = nativeTerms(config);
  if (!terms) return {};
  const { address, priceWei, currency } = terms;
  return { address, amount: inCoins(priceWei * BigInt(credits)), currency };
}

/** A caller whose card payment failed gets the other ways to pay. */
function waysToBuy(
  config: Config,
  { code, detail: { priceCredits, mode, isPayPerCall = false } }: Fault,
): { hint: string } & Record<string, unknown> {
  const all = paymentRoutes(config, mode);
  if (isPayPerCall) return { ...payPerCall(all), routes: all };
  const routes = all.filter(({ route }) => code !== "card_unavailable" || route !== "card");
  const [first] = routes;
  return {
    hint: first
      ? hintOf(routes)
      : "Credits are not for sale right now. Try again later, or ask the operator of this deployment.",
    ...(first && { method: first.method, url: first.url }),
    ...(priceCredits !== undefined && {
      price_credits: priceCredits,
      price_cents: priceCredits * creditCents,
    }),
    ...priceOnChain(config, priceCredits),
    routes,
  };
}

function hintOf(routes: readonly PaymentRoute[]): string {
  const places = (its: readonly PaymentRoute[]) =>
    its.map(({ method, url }) => `${method} ${url}`).join(", or ");
  const forCredits = routes.filter(({ route }) => route !== "x402");
  const forCalls = routes.filter(({ route }) => route === "x402");
  return [
    ...(forCredits.length > 0 ? [`Buy credits for the key: ${places(forCredits)}`] : []),
    ...(forCalls.length > 0 ? [`pay for this call alone, without a key: ${places(forCalls)}`] : []),
  ]
    .join("; or ")
    .replace(/^p/, "P")
    .concat(".");
}

function payPerCall(routes: readonly PaymentRoute[]): { hint: string } & Record<string, unknown> {
  const { route: _, ...x402 } = routes.find(({ route }) => route === "x402") ?? { route: "x402" };
  const hint =
    "Sign one of `accepts` and send the same request again with the payment: " +
    'over HTTP in the header PAYMENT-SIGNATURE, over MCP in _meta["x402/payment"], over A2A in the message\'s metadata.';
  return { hint, ...x402 };
}

/** The address of this service for callers. A host such as 0.0.0.0 is not an address, so it becomes localhost. */
export function baseUrlOf({ BASE_URL, HOST, PORT }: Config): string {
  const host = HOST === "0.0.0.0" || HOST === "::" ? "localhost" : HOST;
  return BASE_URL ?? `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}
