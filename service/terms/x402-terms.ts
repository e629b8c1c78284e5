import type { Config } from "../config.ts";
import type { Mode } from "../../engine/job.ts";

/** What single calls cost, and on which networks they can be paid. */
export type X402Terms = Readonly<{
  payTo: string;
  networks: readonly string[];
  pricesUsd: Readonly<Record<Mode, string>>;
}>;

/** Undefined where calls are not sold one by one. */
export function x402Terms(config: Config): X402Terms | undefined {
  if (config.X402_PAYEE === undefined) return undefined;
  return {
    payTo: config.X402_PAYEE,
    networks: config.X402_NETWORK ?? [],
    pricesUsd: {
      static: config.X402_PRICE_STATIC,
      repair: config.X402_PRICE_REPAIR,
      execute: config.X402_PRICE_EXECUTE,
    },
  };
}
