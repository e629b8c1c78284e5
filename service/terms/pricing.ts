import { modes } from "../../engine/job.ts";
import { inCoins } from "../../parts/deposits/amount.ts";
import type { Parts } from "../parts.ts";
import { minCardCredits } from "./card.ts";
import { nativeTerms } from "./native.ts";
import { creditCents, priceInCredits } from "./prices.ts";
import { paymentRoutes } from "./remedy.ts";
import { servedModes } from "./served-modes.ts";
import { x402Terms } from "./x402-terms.ts";

/** What things cost here, and the ways to pay that this deployment has. */
export function describePricing(parts: Pick<Parts, "config" | "engine">) {
  const { config } = parts;
  const served: readonly string[] = servedModes(parts);
  const native = nativeTerms(config);
  const x402 = x402Terms(config);
  return {
    currency: "usd",
    credit_cents: creditCents,
    ...(config.PACKAGE_CREDITS > 0 && { package_credits: config.PACKAGE_CREDITS }),
    modes: Object.fromEntries(
      modes.map((mode) => [
        mode,
        {
          credits: priceInCredits[mode],
          served: served.includes(mode),
          ...(x402 && { x402_usd: x402.pricesUsd[mode] }),
        },
      ]),
    ),
    free_tier:
      config.FREE_CALLS_PER_DAY > 0 ? { calls_per_day: config.FREE_CALLS_PER_DAY, modes: ["static"] } : null,
    ...(config.STRIPE_SECRET_KEY !== undefined && {
      card: { min_cents: config.CARD_MINIMUM_CENTS, min_credits: minCardCredits(config) },
    }),
    ...(native && {
      native: {
        currency: native.currency,
        credit_price: inCoins(native.priceWei),
        credit_price_wei: String(native.priceWei),
      },
    }),
    routes: paymentRoutes(config),
  };
}
