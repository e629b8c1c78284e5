import { x402Terms } from "../../terms/x402-terms.ts";
import { baseUrlOf } from "../../terms/remedy.ts";
import type { Config } from "../../config.ts";
import type { Mode } from "../../../engine/job.ts";
import type { RefusalBody } from "../http/answer.ts";

const maxTextBytes = 1000;

/** How to get a key, in words a model can act on; no key is free of charge where there is no free tier. */
export function keyHint(config: Config, mode: Mode = "static"): string {
  const base = baseUrlOf(config);
  const { FREE_CALLS_PER_DAY: free } = config;
  const covered =
    free > 0 && mode === "static"
      ? `It covers ${free} static checks a day.`
      : `Then buy credits at ${base}/keys.`;
  return `Create a ${free > 0 ? "free " : ""}key: POST ${base}/v1/keys without a body, then send it as the header "Authorization: Bearer <key>". ${covered}`;
}

type Terms = Readonly<{ x402Version?: unknown; resource?: Readonly<{ url?: unknown }>; accepts?: unknown }>;

/**
 * What a model reads of a call without a key: the key first, paying second, in at most 1 kB. Payers that read the text
 * find the terms in it where they fit; `structuredContent` has all of them.
 */
export function keylessText(
  config: Config,
  mode: Mode,
  { error, request_id, x402Version, resource, accepts }: RefusalBody & Terms,
): string {
  const usd = x402Terms(config)?.pricesUsd[mode];
  const pay = `Or pay $${usd} for this call alone (x402): sign one of "accepts" in structuredContent and send it in _meta["x402/payment"].`;
  const short = { message: `This call needs a key. ${keyHint(config, mode)} ${pay}`, error, request_id };
  const whole = JSON.stringify({ ...short, x402Version, resource: { url: resource?.url }, accepts });
  return Buffer.byteLength(whole) <= maxTextBytes ? whole : JSON.stringify(short);
}
