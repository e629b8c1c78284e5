import type { Hex } from "viem";
import { reasonOf } from "../../parts/chain/chain-fault.ts";
import { findRequests } from "../marketplace/find-requests.ts";
import type { Mech } from "../marketplace/market.ts";
import { noteDown } from "./record-request.ts";
import type { AgentParts } from "../parts.ts";
import type { Wake } from "../state/wake.ts";

/** The mech's own list is looked at now and then, for what no event told of. */
const sweepEveryMs = 60_000;

/** Looks through the mechs' lists beside the watching: a long list keeps nobody waiting. */
export function createSweeping(parts: AgentParts, wake: Wake) {
  const { clock, log, market, stopping } = parts;
  // For each mech its own: what one no longer lists is dropped there.
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

/** Requests that the mech lists as open and the journal does not know, however old. */
async function sweep(
  parts: AgentParts,
  mech: Mech,
  { wake, dealtWith }: { wake: Wake; dealtWith: Set<Hex> },
): Promise<void> {
  for await (const sighting of findRequests(parts, mech, dealtWith))
    await noteDown(parts, mech, sighting, wake);
}
