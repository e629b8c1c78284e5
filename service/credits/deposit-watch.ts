import { watchDeposits } from "../../parts/deposits/watch.ts";
import type { Parts } from "../parts.ts";

const pollMs = 1000;

type Needs = Pick<Parts, "store" | "clock" | "log" | "metrics" | "chain" | "config" | "owner">;

/** Credits transfers to the deposit contract, where there is one, until disposed. */
export function startDepositWatch(parts: Needs): AsyncDisposable {
  const { chain, config, metrics } = parts;
  const { DEPOSIT_CONTRACT: address } = config;
  if (!chain || address === undefined) return { [Symbol.asyncDispose]: async () => undefined };
  const stopping = new AbortController();
  const count = metrics.counter("assay_deposits_total", "Confirmed deposits, by outcome.", "state");
  const watching = watchDeposits(
    { ...parts, chain, count, stopping: stopping.signal },
    {
      address,
      startBlock: config.DEPOSIT_START_BLOCK,
      confirmations: config.CHAIN_CONFIRMATIONS,
      priceWei: config.CREDIT_PRICE_WEI,
      pollMs,
    },
  );
  return {
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await watching;
    },
  };
}
