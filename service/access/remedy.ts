import type { Config } from "../config.ts";
import type { Fault } from "../faults.ts";
import { toIso } from "../parts/clock.ts";
import { creditCents } from "./prices.ts";

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
        hint: "Correct the request and send it again.",
        method: "GET",
        url: `${baseUrlOf(config)}/openapi.json`,
      };
    case "mint_key":
      return {
        action,
        hint: "Mint a free key with POST /v1/keys and send it as 'Authorization: Bearer <key>'.",
        ...keys,
      };
    case "buy_credits":
      return {
        action,
        hint: "This key needs credits for the call; this deployment sells none itself, so ask its operator for some.",
        ...(detail.priceCredits === undefined
          ? {}
          : { price_credits: detail.priceCredits, price_cents: detail.priceCredits * creditCents }),
        routes: [],
      };
    case "pay_again":
      return { action, hint: "Pay for this request with a new signature." };
    case "shorten":
      return { action, hint: `Send less: at most ${detail.limit}. A file can be checked in parts.` };
    case "wait":
      return {
        action,
        hint: "Wait until the moment in reset_at, then call again.",
        ...(detail.resetAtMs === undefined ? {} : { reset_at: toIso(detail.resetAtMs) }),
      };
    case "retry":
      return {
        action,
        hint: `Nothing was charged; send the same request again in ${detail.retryAfterS ?? 2} seconds.`,
      };
    default:
      return action satisfies never;
  }
}

/** Where callers find this service. Listening everywhere is no address, so that becomes this machine's own. */
export function baseUrlOf({ BASE_URL, HOST, PORT }: Config): string {
  const host = HOST === "0.0.0.0" || HOST === "::" ? "localhost" : HOST;
  return BASE_URL ?? `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}
