import { writeOutcome, type HeldRequest } from "../journal/journal.ts";
import type { AgentParts } from "../parts.ts";

/** Releases requests that no transaction has room for now; they are due again after `forMs`. */
export async function letGo(parts: AgentParts, held: readonly HeldRequest[], forMs = 0): Promise<void> {
  const dueAtMs = parts.clock.now() + forMs;
  await Promise.all(
    held.map(async (one) => writeOutcome(parts, one, { state: "published", request: one.request, dueAtMs })),
  );
}
