import type { MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import { writeOutcome, type Held } from "../journal/journal.ts";
import type { AgentParts } from "../parts.ts";
import { retryMs } from "../state/patience.ts";

/** Tries to deliver a request that the marketplace keeps turning down go on for this long. */
const giveUpAfterMs = 7 * 86_400_000;

/** Leaves a request to be tried again later, and ends it when that has gone on for too long. */
export async function postpone(parts: AgentParts, held: Held, problem: string): Promise<void> {
  const { clock, log } = parts;
  const { request } = held;
  const failed: MarketplaceRequest = { ...request, attempts: request.attempts + 1, problem };
  const isOver = clock.now() - (request.at.published ?? clock.now()) > giveUpAfterMs;
  log.warn("a delivery failed; retrying", { requestId: held.id, problem, attempts: failed.attempts });
  await writeOutcome(
    parts,
    held,
    isOver
      ? { state: "refused", request: failed }
      : { state: "published", request: failed, dueAtMs: clock.now() + retryMs(request, clock.now()) },
  );
}
