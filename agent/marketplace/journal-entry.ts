import { parseEventLogs, type Address, type Hex, type Log as ChainLog } from "viem";
import type { MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import { mechEvents } from "./abi.ts";
import type { Mech } from "./market.ts";
import { tokenOf } from "./payment.ts";
import type { RequestInfo } from "./request-info.ts";
import type { AgentParts } from "../parts.ts";

/** A request as it was seen on the chain, and where. */
export type SeenRequest = Readonly<{ id: Hex; data: Hex; block: bigint; tx: Hex }>;

/** Every request in these logs: a transaction may hold several, a batch many. */
export function seenRequestsIn(logs: readonly ChainLog[]): readonly SeenRequest[] {
  return parseEventLogs({ abi: mechEvents, eventName: "Request", logs: [...logs] }).map(
    ({ args, blockNumber, transactionHash }) => ({
      id: args.requestId,
      data: args.data,
      block: blockNumber!,
      tx: transactionHash!,
    }),
  );
}

/** The journal's record of a request that was just seen. */
export function toRequest(
  { address }: Pick<Mech, "address">,
  { data, block, tx }: Omit<SeenRequest, "id">,
  { info, origin, nowMs }: { info: RequestInfo; origin: "chain" | "step-in"; nowMs: number },
): MarketplaceRequest {
  return {
    origin,
    mech: address,
    requester: info.requester.toLowerCase() as Address,
    data,
    rateWei: String(info.rateWei),
    deadlineS: info.deadlineS,
    asked: { block: String(block), tx },
    attempts: 0,
    at: { seen: nowMs },
  };
}

/** Adds a journal entry; an existing one stays unchanged. */
export async function addEntry(
  { store, market, clock }: Pick<AgentParts, "store" | "market" | "clock">,
  { id, request, dueAtMs }: { id: Hex; request: MarketplaceRequest; dueAtMs: number },
): Promise<void> {
  const nowMs = clock.now();
  const mech = market.mechs.find(({ address }) => address === request.mech);
  const token = mech && tokenOf(mech);
  await store.addEntry({
    book: market.book,
    id,
    state: "seen",
    seenAtMs: nowMs,
    changedAtMs: nowMs,
    dueAtMs,
    body: JSON.stringify({ ...request, ...(token && { token }) }),
  });
}
