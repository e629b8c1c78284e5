import type { Hex } from "viem";
import { toHeld, type HeldRequest } from "../../agent/journal/journal.ts";
import type { AgentParts } from "../../agent/parts.ts";
import { readRequest, type MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import type { EntryState } from "../../parts/store/journal.ts";

type Journal = Pick<AgentParts, "store" | "clock"> & { market: Pick<AgentParts["market"], "book" | "mechs"> };

/** Puts a request into the journal as if it had come this far, and due now. */
export async function placeRequest(
  { store, clock, market }: Journal,
  { id, state, ...known }: { id: Hex; state: EntryState } & Partial<MarketplaceRequest>,
): Promise<HeldRequest> {
  const nowMs = clock.now();
  const request: MarketplaceRequest = {
    origin: "chain",
    mech: market.mechs[0]!.address,
    requester: `0x${"9".repeat(40)}`,
    data: `0x${"7".repeat(64)}`,
    rateWei: "1",
    deadlineS: Math.floor(nowMs / 1000) + 300,
    attempts: 0,
    at: { seen: nowMs, [state]: nowMs },
    ...known,
  };
  const body = JSON.stringify(request);
  await store.addEntry({
    book: market.book,
    id,
    state,
    seenAtMs: nowMs,
    changedAtMs: nowMs,
    dueAtMs: nowMs,
    body,
  });
  return toHeld((await store.readEntry(market.book, id))!);
}

/** Where a request stands now. */
export async function readPlaced({ store, market }: Journal, id: Hex) {
  const entry = (await store.readEntry(market.book, id))!;
  return { state: entry.state, dueAtMs: entry.dueAtMs, request: readRequest(entry) };
}
