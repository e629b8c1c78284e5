import { advance } from "./advance.ts";
import type { AgentParts } from "./parts.ts";
import { keepProfile } from "./profile.ts";
import { send } from "./sending/send.ts";
import { createWake } from "./state/wake.ts";
import { watchDeposits } from "./watch/watch-deposits.ts";
import { watch } from "./watch/watch.ts";

/** Processes requests from the chain to their settlement until the agent stops, then finishes what is under way. */
export async function run(parts: AgentParts): Promise<void> {
  const wake = createWake(parts.clock);
  parts.availability.onBack(wake.wake);
  await Promise.all([
    watch(parts, wake),
    watchDeposits(parts),
    advance(parts, wake),
    send(parts, wake),
    keepProfile(parts),
  ]);
}
