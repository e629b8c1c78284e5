import { askChain } from "../../service/parts/chain/chain-fault.ts";
import { readInfo, standingOf } from "../marketplace/market.ts";
import type { Step } from "./step.ts";

/** Ends a request once its delivery is too deep to be reorganised away; one that was is delivered again. */
export const settleDelivery: Step = async ({ market, config, clock }, { id, request }) => {
  const standing = standingOf(await readInfo(market, id), request.mech);
  if (standing !== "ours") {
    // The delivery's block is gone. Whether the request is still there is found out when it is delivered again.
    const { delivery: _, ...undelivered } = request;
    return standing === "another's"
      ? { state: "lost", request: undelivered }
      : { state: "published", request: undelivered };
  }
  const head = await askChain(market.client.getBlockNumber({ cacheTime: 0 }));
  const depth = request.delivery ? head - BigInt(request.delivery.block) + 1n : 0n;
  if (request.delivery && depth < BigInt(config.CHAIN_CONFIRMATIONS)) {
    return { state: "delivered", request, dueAtMs: clock.now() + config.AGENT_POLL_MS };
  }
  const { document: _, ...settled } = request;
  return { state: "settled", request: settled };
};
