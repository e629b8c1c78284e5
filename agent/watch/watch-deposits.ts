import { watchDeposits as watchContract } from "../../parts/deposits/watch.ts";
import type { AgentParts } from "../parts.ts";

/** Credits transfers to the deposit contract, where there is one, unless the service on the same store does. */
export async function watchDeposits(parts: AgentParts): Promise<void> {
  const { config, market, metrics } = parts;
  const { DEPOSIT_CONTRACT: address } = config;
  if (address === undefined) return;
  const count = metrics.counter("assay_deposits_total", "Confirmed deposits, by outcome.", "state");
  await watchContract(
    { ...parts, chain: market, count },
    {
      address,
      startBlock: config.DEPOSIT_START_BLOCK,
      confirmations: config.CHAIN_CONFIRMATIONS,
      priceWei: config.CREDIT_PRICE_WEI,
      pollMs: config.AGENT_POLL_MS,
    },
  );
}
