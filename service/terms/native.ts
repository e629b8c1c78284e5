import type { Config } from "../config.ts";
import { Fault } from "../../parts/faults.ts";
import { checksummed } from "../../parts/chain/contract-name.ts";
import type { Deposits } from "../../parts/deposits/open-deposits.ts";
import type { Parts } from "../parts.ts";
import { coinName } from "./chains.ts";

/** On which terms credits are paid for in the chain's own currency. */
export type NativeTerms = Readonly<{
  /** The deposit contract's. */
  address: `0x${string}`;
  chainId: number;
  /** What one credit costs. */
  priceWei: bigint;
  currency: string;
  confirmations: number;
}>;

/** Undefined where this deployment takes none of it. */
export function nativeTerms(config: Config): NativeTerms | undefined {
  const { DEPOSIT_CONTRACT, CHAIN_ID: chainId } = config;
  if (DEPOSIT_CONTRACT === undefined || chainId === undefined) return undefined;
  return {
    address: checksummed(DEPOSIT_CONTRACT),
    chainId,
    priceWei: config.CREDIT_PRICE_WEI,
    currency: coinName(config, chainId) ?? config.NATIVE_CURRENCY,
    confirmations: config.CHAIN_CONFIRMATIONS,
  };
}

/** The terms and the contract they are about, or `not_found`. */
export function requireNative({
  config,
  deposits,
}: Pick<Parts, "config" | "deposits">): NativeTerms & Deposits {
  const terms = nativeTerms(config);
  if (terms && deposits) return { ...terms, ...deposits };
  throw new Fault("not_found", {
    message:
      "This deployment does not take payments in a chain's own currency. GET /v1/pricing lists the ways to pay.",
  });
}

/** Waits for the chain; one that is out of reach is `payment_unavailable` to the caller. */
export async function overChain<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (cause) {
    if (!(cause instanceof Fault) || cause.code !== "chain_unavailable") throw cause;
    throw new Fault("payment_unavailable", {}, { cause });
  }
}
