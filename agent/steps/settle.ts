import { parseEventLogs, type Hex } from "viem";
import { Fault } from "../../parts/faults.ts";
import { askChain } from "../../parts/chain/chain-fault.ts";
import { readLogs } from "../../parts/chain/read-logs.ts";
import type { MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import { mechEvents } from "../marketplace/abi.ts";
import { standingOf } from "../marketplace/market.ts";
import type { AgentParts } from "../parts.ts";
import type { Step } from "./step.ts";

/** How many checks must find that a delivery is gone: a lagging node does not have it yet. */
export const checksUntilGone = 3;

/** Ends a request once its delivery is too deep to be reorganised away. A delivery that was is sent again. */
export const settleDelivery: Step = async (parts, { id, request }) => {
  const { market, config, clock } = parts;
  const standing = standingOf(await market.infoOf(id), request.mech);
  if (standing !== "ours") {
    if (request.attempts < checksUntilGone)
      throw new Fault("chain_unavailable", { message: "The chain does not have the delivery." });
    // Its block is gone. The next delivery finds out whether the request still exists.
    const { delivery: _, ...undelivered } = request;
    return { state: standing === "another's" ? "lost" : "published", request: undelivered };
  }
  const { problem: _, ...healed } = { ...request, attempts: 0 };
  const shallow = await findShallow(parts, id, healed);
  if (shallow) return { state: "delivered", request: shallow, dueAtMs: clock.now() + config.AGENT_POLL_MS };
  const { document: __, ...published } = healed;
  // The journal is the only place with the answer to a signed request.
  return { state: "settled", request: request.signed ? healed : published };
};

/** The request if its delivery is not deep enough yet; after a reorganisation the delivery may be in another block. */
async function findShallow(
  { market, config }: AgentParts,
  id: Hex,
  request: MarketplaceRequest,
): Promise<MarketplaceRequest | undefined> {
  const { delivery, mech } = request;
  const newest = await askChain(market.client.getBlockNumber({ cacheTime: 0 }));
  const firstShallow = newest - BigInt(config.CHAIN_CONFIRMATIONS) + 2n;
  if (delivery && BigInt(delivery.block) >= firstShallow) return request;
  if (config.CHAIN_CONFIRMATIONS === 1 || request.signed) return undefined;
  const from = firstShallow > 0n ? firstShallow : 0n;
  const logs = await readLogs(market.client, { address: mech, events: mechEvents, from, to: newest });
  if (logs === "refused")
    throw new Fault("chain_unavailable", { message: `Logs of blocks ${from} to ${newest} are refused.` });
  const event = parseEventLogs({ abi: mechEvents, eventName: "Deliver", logs: [...logs] }).find(
    ({ args }) => args.requestId === id,
  );
  if (!event) return undefined;
  const { transactionHash: tx, blockNumber } = event;
  const found = { tx: tx!, block: String(blockNumber), rateWei: String(event.args.deliveryRate) };
  return { ...request, delivery: { gas: "0", batch: 1, ...delivery, ...found } };
}
