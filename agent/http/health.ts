import { toIso } from "../../platform/clock.ts";
import { createSharedReadings } from "../../parts/limits/shared-readings.ts";
import { answersWithin } from "../state/availability.ts";
import type { HttpReply } from "./http-reply.ts";
import type { AgentParts } from "../parts.ts";

/** The chain is read every few seconds, block or no block. */
const lateMs = 30_000;
/** Anybody may call, and each check reads the chain: all calls within this time get the same answer. */
const keptMs = 2000;

export type Health = () => Promise<HttpReply>;

export function createHealth(parts: AgentParts): Health {
  const shared = createSharedReadings<HttpReply>(parts.clock, { ttlMs: keptMs, maxEntries: 1 });
  return async () => shared("", async () => readHealth(parts));
}

/**
 * Whether every part answers. Only a missing store makes the agent unhealthy. It can wait for the other parts; while one
 * is down, it is degraded.
 */
async function readHealth(parts: AgentParts): Promise<HttpReply> {
  const { release, clock, store, ipfs, market, availability } = parts;
  const stateOf = (isUp: boolean): PartState => (isUp ? "ok" : "down");
  const [storeState, ipfsState, chainState, serviceState] = await Promise.all([
    answersWithin(clock, store.ping()).then(stateOf),
    availability.check("ipfs").then(stateOf),
    answersWithin(clock, market.client.getBlockNumber({ cacheTime: 0 })).then(stateOf),
    availability.check("service").then(stateOf),
  ]);
  const checks = {
    store: storeState,
    ipfs: ipfsState,
    chain: chainState,
    service: serviceState,
    watching: watchingState(parts),
  };
  const isUp = storeState === "ok";
  const isWhole = Object.values(checks).every((state) => state === "ok");
  return {
    status: isUp ? 200 : 503,
    body: {
      status: isUp ? (isWhole ? "ok" : "degraded") : "down",
      version: release.version,
      checks,
      last_block: describeLastBlock(parts),
      requests: isUp ? await countByState(parts) : {},
      ipfs_addresses: ipfs.addresses(),
    },
  };
}

type PartState = "ok" | "down";

/** Whether the chain is read, by this process or by another replica. */
function watchingState({ progress, clock, config }: AgentParts): PartState | "late" {
  const last = progress.last();
  if (last.by !== "us") return last.by === "nobody" ? "late" : "ok";
  return clock.now() - last.atMs > lateMs + config.AGENT_POLL_MS ? "late" : "ok";
}

function describeLastBlock({ progress, clock }: AgentParts): object | null {
  const last = progress.last();
  if (last.by === "nobody") return null;
  if (last.by === "another replica") return { read_by: last.by };
  const { block, atMs } = last;
  return { number: Number(block), read_at: toIso(atMs), age_s: Math.round((clock.now() - atMs) / 1000) };
}

/** How many requests of this marketplace are in each state. */
export async function countByState({ store, market }: AgentParts): Promise<Record<string, number>> {
  const counts = await store.countEntries();
  return Object.fromEntries(
    counts.filter(({ book }) => book === market.book).map(({ state, count }) => [state, count]),
  );
}
