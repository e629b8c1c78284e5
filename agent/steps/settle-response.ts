import { parseEventLogs } from "viem";
import { Fault } from "../../parts/faults.ts";
import { askChain } from "../../parts/chain/chain-fault.ts";
import { readLogs } from "../../parts/chain/read-logs.ts";
import type { MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import { readValidationStatus, validationEvents } from "../marketplace/validation-registry.ts";
import type { AgentParts } from "../parts.ts";
import { responseHashOf } from "../validation/response.ts";
import { checksUntilGone } from "./settle.ts";
import type { Step } from "./step.ts";

/** Ends a validation once its response is too deep to be reorganised away. A response that was is sent again. */
export const settleResponse: Step = async (parts, { request }) => {
  const { market, config, clock } = parts;
  const status = await readValidationStatus(market.client, request.validation!);
  if (status?.responseHash !== responseHashOf(request)) {
    if (request.attempts < checksUntilGone)
      throw new Fault("chain_unavailable", { message: "The chain does not have the response." });
    const { delivery: _, ...unanswered } = request;
    return { state: "published", request: unanswered };
  }
  const { problem: _, ...healed } = { ...request, attempts: 0 };
  if (await isShallow(parts, healed))
    return { state: "delivered", request: healed, dueAtMs: clock.now() + config.AGENT_POLL_MS };
  const { document: __, ...settled } = healed;
  return { state: "settled", request: settled };
};

async function isShallow(
  { market, config }: AgentParts,
  { validation }: MarketplaceRequest,
): Promise<boolean> {
  const { registry, hash } = validation!;
  const to = await askChain(market.client.getBlockNumber({ cacheTime: 0 }));
  const from = to - BigInt(config.CHAIN_CONFIRMATIONS) + 2n;
  if (from > to) return false;
  const stretch = { address: registry, events: validationEvents, from: from > 0n ? from : 0n, to };
  const logs = await readLogs(market.client, stretch);
  if (logs === "refused")
    throw new Fault("chain_unavailable", { message: "The newest blocks' logs are refused." });
  return parseEventLogs({ abi: validationEvents, eventName: "ValidationResponse", logs: [...logs] }).some(
    ({ args }) => args.requestHash === hash,
  );
}
