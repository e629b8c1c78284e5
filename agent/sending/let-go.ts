import { writeOutcome, type Held } from "../journal/journal.ts";
import type { AgentParts } from "../parts.ts";

/** Gives requests back that no transaction has room for now. */
export async function letGo(parts: AgentParts, held: readonly Held[], forMs = 0): Promise<void> {
  const dueAtMs = parts.clock.now() + forMs;
  await Promise.all(
    held.map(async (one) => writeOutcome(parts, one, { state: "published", request: one.request, dueAtMs })),
  );
}
