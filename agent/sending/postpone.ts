import type { MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import { writeOutcome, type HeldRequest } from "../journal/journal.ts";
import type { AgentParts } from "../parts.ts";
import { retryMs } from "../state/patience.ts";

/** How long a delivery that the marketplace keeps refusing is retried. */
const giveUpAfterMs = 7 * 86_400_000;

/** Schedules another try, or ends the request when it has failed for too long. */
export async function postpone(parts: AgentParts, held: HeldRequest, problem: string): Promise<void> {
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
