import type { Config } from "../config.ts";
import { Fault } from "../../parts/faults.ts";
import type { Chain } from "../../parts/chain/open-chain.ts";
import {
  readOtherTags,
  readRaters,
  readRating,
  type Ratings,
} from "../../parts/chain/reputation-registry.ts";
import type { Timestamped } from "../../parts/limits/stale-while-revalidate.ts";
import type { Parts, ProcessParts, PublicParts, StoreParts } from "../parts.ts";
import { findServed } from "./served-requesters.ts";

/** Where the agent is rated. */
export type Registry = Readonly<{ chain: Chain; address: `0x${string}`; agentId: number }>;

/** Undefined where the deployment has no agent that could be rated. An agent's id may be 0. */
export function registryOf({
  chain,
  config,
}: Readonly<{ chain: Chain | undefined; config: Config }>): Registry | undefined {
  const { REPUTATION_REGISTRY: address, AGENT_ID: agentId } = config;
  if (!chain || address === undefined || agentId === undefined) return undefined;
  return { chain, address, agentId };
}

type Needs = ProcessParts & StoreParts & PublicParts;

/** The agent's ratings, a little old at most; older while the chain cannot be reached. */
export async function readReputation(parts: Needs, registry: Registry): Promise<Timestamped<Ratings>> {
  const { ratings, store, log } = parts;
  return ratings(async (last) => {
    try {
      return await readRatings({ store }, registry, last);
    } catch (cause) {
      if (cause instanceof Fault && cause.code === "store_unavailable") throw cause;
      log.warn("the ratings could not be read", { error: String(cause) });
      throw new Fault("engine_unavailable", { message: outOfReach, retryAfterS: 5 }, { cause });
    }
  });
}

/** Each is a call to the node. */
const maxListedRaters = 10;
const outOfReach = "The chain that holds the ratings cannot be reached right now.";

async function readRatings(
  { store }: Pick<Parts, "store">,
  registry: Registry,
  last: Ratings | undefined,
): Promise<Ratings> {
  const { chain } = registry;
  const raters = await readRaters(chain, registry);
  const requesters = await requestersAmong({ store }, registry, {
    raters,
    known: last?.requesters ?? new Set(),
  });
  const isRequester = (rater: string): boolean => requesters.has(rater.toLowerCase());
  const listed = [...raters.filter(isRequester), ...raters.filter((rater) => !isRequester(rater))];
  const served = raters.filter(isRequester);
  const [byRequesters, otherTags, byAnyone, ...averages] = await Promise.all([
    readRating(chain, registry, served),
    readOtherTags(chain, registry, served),
    // Anybody can add raters, until adding up all of them is more than a node does for one call.
    readRating(chain, registry, raters).catch(() => null),
    ...listed.slice(0, maxListedRaters).map(async (rater) => readRating(chain, registry, [rater])),
  ]);
  const shown = averages.map((rating, at) => ({
    address: listed[at]!,
    isRequester: isRequester(listed[at]!),
    average: rating?.average ?? null,
  }));
  return { byRequesters, otherTags, byAnyone, requesters, raters: shown };
}

/** Searches the store only for raters that are not yet known to have been served. */
async function requestersAmong(
  { store }: Pick<Parts, "store">,
  { chain: { chainId } }: Registry,
  { raters, known }: { raters: readonly string[]; known: ReadonlySet<string> },
): Promise<ReadonlySet<string>> {
  const all = new Set(raters.map((rater) => rater.toLowerCase()));
  const unknown = all.difference(known);
  if (unknown.size === 0) return all.intersection(known);
  const payers = new Set(await store.findServed([...unknown]));
  const found = await findServed({ store }, { chainId, among: unknown.difference(payers) });
  return all.intersection(known).union(payers).union(found);
}
