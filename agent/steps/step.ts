import type { Hex } from "viem";
import type { MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import type { TaskOutcome } from "../journal/journal.ts";
import type { AgentParts } from "../parts.ts";

/**
 * Takes a request from one state towards the next. Safe to repeat: a crash after it and before its outcome is
 * written down makes it happen again. Throws a fault where it may succeed later.
 */
export type Step = (
  parts: AgentParts,
  subject: Readonly<{ id: Hex; request: MarketplaceRequest; signal: AbortSignal }>,
) => Promise<TaskOutcome>;
