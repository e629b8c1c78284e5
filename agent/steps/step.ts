import type { Hex } from "viem";
import type { MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import type { TaskOutcome } from "../journal/journal.ts";
import type { AgentParts } from "../parts.ts";

/**
 * Moves a request towards its next state. Must be safe to repeat: after a crash before its outcome is stored, it runs
 * again. Throws a fault where it may succeed later.
 */
export type Step = (
  parts: AgentParts,
  subject: Readonly<{ id: Hex; request: MarketplaceRequest; signal: AbortSignal }>,
) => Promise<TaskOutcome>;
