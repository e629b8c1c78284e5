import { reasonOf } from "../../parts/chain/chain-fault.ts";
import { isAddressEqual } from "viem";
import { writeOutcome, type Held } from "../journal/journal.ts";
import { isExpired, standingOf } from "../marketplace/market.ts";
import type { RequestInfo } from "../marketplace/request-info.ts";
import type { AgentParts } from "../parts.ts";
import type { EntryState } from "../../parts/store/journal.ts";
import { postpone } from "./postpone.ts";

/** So many looks must agree that a request is gone: a node that lags does not know it yet. */
export const looksUntilVanished = 6;

/** The request if it can be delivered now; otherwise its outcome is written down. */
export async function whenDeliverable(parts: AgentParts, held: Held): Promise<readonly Held[]> {
  try {
    return await look(parts, held, await parts.market.infoOf(held.id));
  } catch (error) {
    await postpone(parts, held, reasonOf(error));
    return [];
  }
}

async function look(parts: AgentParts, held: Held, info: RequestInfo): Promise<readonly Held[]> {
  const { request } = held;
  const become = async (state: EntryState): Promise<readonly Held[]> => {
    await writeOutcome(parts, held, { state, request });
    return [];
  };
  switch (standingOf(info, request.mech)) {
    case "ours":
      return become("delivered");
    case "another's":
      return become("lost");
    case "unknown":
      // A signed request comes on chain with its delivery.
      if (request.signed) return [held];
      if (request.attempts >= looksUntilVanished) return become("vanished");
      await postpone(parts, held, "The chain does not know the request.");
      return [];
    case "open":
      return whenOurTurn(parts, held, info);
  }
}

async function whenOurTurn(parts: AgentParts, held: Held, info: RequestInfo): Promise<readonly Held[]> {
  const { market, clock } = parts;
  if (isAddressEqual(info.priorityMech, held.request.mech) || (await isExpired(market, held.id)))
    return [held];
  const dueAtMs = Math.max(info.deadlineS * 1000, clock.now()) + 1000;
  await writeOutcome(parts, held, { state: "published", request: held.request, dueAtMs });
  return [];
}
