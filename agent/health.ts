import { createSharedReadings } from "../service/parts/shared-readings.ts";
import type { DoorAnswer } from "./door-answer.ts";
import type { AgentParts } from "./parts.ts";

const limitMs = 3000;
/** Anybody may ask, and each look asks the chain: all who ask within this time are given one answer. */
const keptMs = 2000;

export type Health = () => Promise<DoorAnswer>;

export function createHealth(parts: AgentParts): Health {
  const shared = createSharedReadings<DoorAnswer>(parts.clock, { forMs: keptMs, most: 1 });
  return async () => shared("", async () => readHealth(parts));
}

/** Whether every part answers. Only a store that is gone makes the agent unhealthy: the others are waited for. */
async function readHealth(parts: AgentParts): Promise<DoorAnswer> {
  const { release, store, ipfs, market, config } = parts;
  const stateOf = async (asking: Promise<unknown>) => stateWithin(parts, asking);
  const [storeState, ipfsState, chainState, serviceState] = await Promise.all([
    stateOf(store.ping()),
    stateOf(ipfs.ping()),
    stateOf(market.client.getBlockNumber({ cacheTime: 0 })),
    stateOf(askHealth(config.SERVICE_URL)),
  ]);
  const isUp = storeState === "ok";
  return {
    status: isUp ? 200 : 503,
    body: {
      status: isUp ? "ok" : "down",
      version: release.version,
      checks: { store: storeState, ipfs: ipfsState, chain: chainState, service: serviceState },
      requests: isUp ? await countByState(parts) : {},
      ipfs_addresses: ipfs.addresses(),
    },
  };
}

/** A health check does not wait for a part that does not answer. */
async function stateWithin({ clock }: AgentParts, asking: Promise<unknown>): Promise<"ok" | "down"> {
  const answered = new AbortController();
  const late = clock.sleep(limitMs, answered.signal).catch(() => undefined);
  try {
    return await Promise.race([
      asking.then(
        () => "ok" as const,
        () => "down" as const,
      ),
      late.then(() => "down" as const),
    ]);
  } finally {
    answered.abort();
  }
}

async function askHealth(url: string): Promise<void> {
  const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
}

async function countByState({ store, market }: AgentParts): Promise<Record<string, number>> {
  const counts = await store.countEntries();
  return Object.fromEntries(
    counts.filter(({ book }) => book === market.book).map(({ state, count }) => [state, count]),
  );
}
