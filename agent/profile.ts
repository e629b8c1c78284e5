import { writeProfile, writeUnlistedProfile } from "../parts/journal/agent-profiles.ts";
import { reasonOf } from "../parts/chain/chain-fault.ts";
import type { AgentProfile } from "../parts/journal/marketplace-request.ts";
import { readBalance, readDeliveries, readKarma, readRate, type Mech } from "./marketplace/market.ts";
import { readHeld, tokenOf } from "./marketplace/payment.ts";
import { readOutbox } from "./journal/outbox.ts";
import type { AgentParts } from "./parts.ts";

const everyMs = 5000;

/** Keeps our on-chain profile in the store, so that the service can show it without reading the chain. */
export async function keepProfile(parts: AgentParts): Promise<void> {
  const { clock, log, store, market, validation, stopping } = parts;
  while (!stopping.aborted) {
    try {
      const profile = await readProfile(parts);
      await writeProfile(store, market.book, profile);
      // Documents signed for a validation name the registry instead of the marketplace.
      if (validation) await writeUnlistedProfile(store, `${market.chainId}:${validation.address}`, profile);
    } catch (error) {
      if (!stopping.aborted) log.debug("the profile was not kept", { error: reasonOf(error) });
    }
    await clock.sleep(everyMs, stopping).catch(() => undefined);
  }
}

async function readProfile(parts: AgentParts): Promise<AgentProfile> {
  const { market, account, clock } = parts;
  const { collectedWei, collectedTokens } = await readOutbox(parts);
  return {
    atMs: clock.now(),
    chainId: market.chainId,
    marketplace: market.address,
    signer: account.address,
    mechs: await Promise.all(market.mechs.map(async (mech) => describe(parts, mech))),
    collectedWei: String(collectedWei),
    collectedTokens,
  };
}

async function describe({ market }: AgentParts, mech: Mech): Promise<AgentProfile["mechs"][number]> {
  const [rateWei, karma, inTracker, inMech, deliveries] = await Promise.all([
    readRate(market, mech),
    readKarma(market, mech),
    readBalance(market, mech),
    // Earnings between the two transactions that collect them.
    readHeld(market, mech),
    readDeliveries(market, mech),
  ]);
  const token = tokenOf(mech);
  return {
    address: mech.address,
    operator: mech.operator,
    serviceId: String(mech.serviceId),
    tools: mech.tools,
    rateWei: String(rateWei),
    karma: String(karma),
    balanceWei: String(inTracker + inMech),
    deliveries: String(deliveries),
    ...(token && { token }),
  };
}
