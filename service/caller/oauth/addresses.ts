import type { Config } from "../../config.ts";
import { baseUrlOf } from "../../terms/remedy.ts";

/** Signing in gives a free key to users without one, so it is on only where free keys are. */
export function isOAuthOn({ FREE_CALLS_PER_DAY, KEYS_PER_ADDRESS_PER_DAY }: Config): boolean {
  return FREE_CALLS_PER_DAY > 0 && KEYS_PER_ADDRESS_PER_DAY > 0;
}

/** All that can be asked for. */
export const scope = "mcp";

/** The same bytes wherever it is named: clients compare it as text. */
export function issuerOf(config: Config): string {
  return baseUrlOf(config);
}

/** What tokens are good for. */
export function resourceOf(config: Config): string {
  return `${issuerOf(config)}/mcp`;
}

/** Where a refused client learns how to sign in. */
export function resourceMetadataUrl(config: Config): string {
  return `${issuerOf(config)}/.well-known/oauth-protected-resource`;
}
