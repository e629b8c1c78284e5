import type { Hex } from "viem";
import { reasonOf } from "../../parts/chain/chain-fault.ts";
import { findRequests } from "../marketplace/find-requests.ts";
import type { Mech } from "../marketplace/market.ts";
import { recordRequest } from "./record-request.ts";
import type { AgentParts } from "../parts.ts";
import type { Wake } from "../state/wake.ts";

/** How often the mech's own list is read, for requests whose event was missed. */
const sweepEveryMs = 60_000;

/** Reads the mechs' lists in the background: a long list does not delay watching. */
export function createSweeping(parts: AgentParts, wake: Wake) {
  const { clock, log, market, stopping } = parts;
  // One set for each mech: ids that a mech no longer lists are dropped from its set.
  const dealtWith = new Map(market.mechs.map(({ address }) => [address, new Set<Hex>()]));
  let dueAtMs = clock.now();
  let sweeping: Promise<void> | undefined;
  const sweepAll = async (): Promise<void> => {
    for (const mech of market.mechs)
      await sweep(parts, mech, { wake, dealtWith: dealtWith.get(mech.address)! });
  };
  return {
    whenDue: (): void => {
      if (clock.now() < dueAtMs) return;
      sweeping ??= sweepAll()
        .catch((error: unknown) => {
          if (!stopping.aborted) log.warn("the mech's list cannot be read now", { error: reasonOf(error) });
        })
        .finally(() => {
          sweeping = undefined;
          dueAtMs = clock.now() + sweepEveryMs;
        });
    },
    ended: async (): Promise<void> => sweeping,
  };
}

/** Records requests that the mech lists as open and the journal lacks, however old. */
async function sweep(
  parts: AgentParts,
  mech: Mech,
  { wake, dealtWith }: { wake: Wake; dealtWith: Set<Hex> },
): Promise<void> {
  for await (const seen of findRequests(parts, mech, dealtWith)) await recordRequest(parts, mech, seen, wake);
}
