import { reasonOf } from "../../parts/chain/chain-fault.ts";
import { isAddressEqual } from "viem";
import { writeOutcome, type HeldRequest } from "../journal/journal.ts";
import { isExpired, standingOf } from "../marketplace/market.ts";
import type { RequestInfo } from "../marketplace/request-info.ts";
import type { AgentParts } from "../parts.ts";
import type { EntryState } from "../../parts/store/journal.ts";
import { postpone } from "./postpone.ts";

/** How many checks must find that a request is gone: a lagging node does not have it yet. */
export const checksUntilVanished = 6;

/** The request if it can be delivered now; none otherwise, and then its new state is stored. */
export async function onlyDeliverable(parts: AgentParts, held: HeldRequest): Promise<readonly HeldRequest[]> {
  try {
    return await decide(parts, held, await parts.market.infoOf(held.id));
  } catch (error) {
    await postpone(parts, held, reasonOf(error));
    return [];
  }
}

async function decide(
  parts: AgentParts,
  held: HeldRequest,
  info: RequestInfo,
): Promise<readonly HeldRequest[]> {
  const { request } = held;
  const endAs = async (state: EntryState): Promise<readonly HeldRequest[]> => {
    await writeOutcome(parts, held, { state, request });
    return [];
  };
  switch (standingOf(info, request.mech)) {
    case "ours":
      return endAs("delivered");
    case "another's":
      return endAs("lost");
    case "unknown":
      // A signed request comes on chain with its delivery.
      if (request.signed) return [held];
      if (request.attempts >= checksUntilVanished) return endAs("vanished");
      await postpone(parts, held, "The chain does not know the request.");
      return [];
    case "open":
      return onlyInOurTurn(parts, held, info);
  }
}

async function onlyInOurTurn(
  parts: AgentParts,
  held: HeldRequest,
  info: RequestInfo,
): Promise<readonly HeldRequest[]> {
  const { market, clock } = parts;
  if (isAddressEqual(info.priorityMech, held.request.mech) || (await isExpired(market, held.id)))
    return [held];
  const dueAtMs = Math.max(info.deadlineS * 1000, clock.now()) + 1000;
  await writeOutcome(parts, held, { state: "published", request: held.request, dueAtMs });
  return [];
}
