import { isAddressEqual } from "viem";
import { mayComeBack, toHeld, writeOutcome } from "../journal/journal.ts";
import { standingOf, type Mech } from "../marketplace/market.ts";
import type { AgentParts } from "../parts.ts";
import { addEntry, toRequest, type SeenRequest } from "../marketplace/journal-entry.ts";
import type { Wake } from "../state/wake.ts";

/** Adds a request to the journal unless it is known or delivered. Reopens one that a reorganisation had ended. */
export async function recordRequest(
  parts: AgentParts,
  mech: Mech,
  seen: SeenRequest,
  wake: Wake,
): Promise<void> {
  const { store, market, clock, log } = parts;
  const known = await store.readEntry(market.book, seen.id);
  if (known && !mayComeBack(known)) return;
  const info = await market.infoOf(seen.id);
  if (standingOf(info, mech.address) !== "open" || !isAddressEqual(info.priorityMech, mech.address)) return;
  if (known) {
    const held = toHeld(known);
    await writeOutcome(parts, held, {
      state: held.request.digest ? "published" : "seen",
      request: held.request,
    });
  } else {
    const request = toRequest(mech, seen, { info, origin: "chain", nowMs: clock.now() });
    await addEntry(parts, { id: seen.id, request, dueAtMs: clock.now() });
    log.info("seen", { requestId: seen.id, mech: mech.address, requester: info.requester });
  }
  wake.wake();
}
