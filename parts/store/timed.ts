import type { Clock } from "../../platform/clock.ts";
import { inSpan } from "../../platform/tracing/stages.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Store } from "./store.ts";

type Command = (...given: unknown[]) => Promise<unknown>;

/** Wraps a store and measures how long each command takes. */
export function timed(
  store: Store,
  { clock, metrics }: Readonly<{ clock: Clock; metrics: Pick<Metrics, "timer" | "watchBy"> }>,
): Store {
  const observe = metrics.timer("assay_store_seconds", "How long the store took, by command.", "command");
  const held = new Map<string, number>();
  metrics.watchBy("assay_lease_held", "Whether this process has the lease of this kind.", {
    label: "lease",
    read: async () => Object.fromEntries(held),
  });
  const commands = Object.entries(store) as [string, Command][];
  const timedCommands = commands.map(([name, command]) => [
    name,
    async (...given: unknown[]) => {
      const startedAt = clock.monotonic();
      try {
        return await inSpan(`store ${name}`, async () => command(...given));
      } finally {
        observe(name, (clock.monotonic() - startedAt) / 1000);
      }
    },
  ]);
  const all: Store = { ...store, ...(Object.fromEntries(timedCommands) as Store) };
  return {
    ...all,
    takeLease: async (lease) => {
      const isHeld = await all.takeLease(lease);
      held.set(kindOf(lease.name), Number(isHeld));
      return isHeld;
    },
  };
}

/** A lease is named by its purpose, then a contract, account or wallet. Only the purpose may become a metric label. */
function kindOf(name: string): string {
  return name.split(/[: ]/, 1)[0]!;
}
