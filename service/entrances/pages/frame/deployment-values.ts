import { creditCents, priceInCredits } from "../../../terms/prices.ts";
import { describePricing } from "../../../terms/pricing.ts";
import { baseUrlOf } from "../../../terms/remedy.ts";
import { servedModes } from "../../../terms/served-modes.ts";
import type { Mode } from "../../../../engine/job.ts";
import type { Parts } from "../../../parts.ts";
import { escapeHtml } from "./assets.ts";
import { keepSections } from "./page-sections.ts";

type Needs = Pick<Parts, "config" | "engine">;

/** What the docs say of the deployment that serves them: address, prices and limits, by the names of their marks. */
export function deploymentValues({ config }: Pick<Parts, "config">): Readonly<Record<string, string>> {
  const baseUrl = baseUrlOf(config);
  return {
    base_url: baseUrl,
    host: new URL(baseUrl).host,
    free_calls: config.FREE_CALLS_PER_DAY.toLocaleString("en"),
    keys_per_day: config.KEYS_PER_ADDRESS_PER_DAY.toLocaleString("en"),
    max_code_length: config.MAX_CODE_LENGTH.toLocaleString("en"),
    max_timeout_s: String(config.MAX_TIMEOUT_S),
    welcome_credits: config.WELCOME_CREDITS.toLocaleString("en"),
    credit_cents: String(creditCents),
    credits_static: String(priceInCredits.static),
    credits_repair: String(priceInCredits.repair),
    credits_execute: String(priceInCredits.execute),
    cost_static:
      config.FREE_CALLS_PER_DAY > 0
        ? `free, ${config.FREE_CALLS_PER_DAY.toLocaleString("en")} a day`
        : costOf("static"),
    cost_repair: costOf("repair"),
    cost_execute: costOf("execute"),
    usd_static: config.X402_PRICE_STATIC,
    usd_repair: config.X402_PRICE_REPAIR,
    usd_execute: config.X402_PRICE_EXECUTE,
  };
}

function costOf(mode: Mode): string {
  const credits = priceInCredits[mode];
  return `${credits} ${credits === 1 ? "credit" : "credits"}, ${credits * creditCents} cents`;
}

/** A page of the docs as this deployment says it: its values, and only the sections that are true here. */
export function fillForDeployment(html: string, parts: Needs): string {
  const values = deploymentValues(parts);
  return keepSections(html, sectionsOf(parts)).replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? escapeHtml(values[name]!) : whole,
  );
}

function sectionsOf(parts: Needs): Readonly<Record<string, boolean>> {
  const { config } = parts;
  const ways = describePricing(parts).routes.map(({ route }) => route);
  const isSold = ways.includes("card") || ways.includes("native");
  return {
    free: config.FREE_CALLS_PER_DAY > 0,
    welcome: config.WELCOME_CREDITS > 0,
    no_welcome: config.WELCOME_CREDITS === 0,
    execute: servedModes(parts).includes("execute"),
    card: ways.includes("card"),
    native: ways.includes("native"),
    x402: ways.includes("x402"),
    sold: isSold,
    unsold: !isSold,
  };
}
