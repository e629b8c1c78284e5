import { isAddressEqual, type Hex } from "viem";
import { scanLogs } from "../service/parts/chain/scan-logs.ts";
import { askChain, reasonOf } from "../service/parts/chain/chain-fault.ts";
import { mayComeBack, toHeld, writeOutcome } from "./journal.ts";
import { mechEvents } from "./marketplace/abi.ts";
import { readInfo, standingOf, type Mech } from "./marketplace/market.ts";
import { findRequests } from "./marketplace/find-requests.ts";
import type { AgentParts } from "./parts.ts";
import { addEntry, sightingsIn, toRequest, type Sighting } from "./sighting.ts";
import type { Wake } from "./wake.ts";
import { watchOthers } from "./watch-others.ts";

const leaseMs = 15_000;
/** The mech's own list is looked at now and then, for what no event told of. */
const sweepEveryMs = 60_000;
/** Where to begin without AGENT_START_BLOCK: what is open and older is found through the mech's list. */
const lookBackBlocks = 50_000n;
/** Each asks the chain once, so many requests in one block would wait for one another. */
const notedAtOnce = 20;

/** Writes every request down that the chain has for us, until told to stop. Of several replicas one does. */
export async function watch(parts: AgentParts, wake: Wake): Promise<void> {
  const { clock, config, log, market, store, owner, stopping } = parts;
  const mine = market.mechs.map(({ address }) => address).toSorted();
  const name = `watch:${market.book}:${mine.join("+")}`;
  let sweepAtMs = clock.now();
  // For each mech its own: what one no longer lists is dropped there.
  const dealtWith = new Map(mine.map((address) => [address, new Set<Hex>()]));
  for (let startBlock: bigint | undefined; !stopping.aborted;) {
    try {
      const nowMs = clock.now();
      if (await store.takeLease({ name, owner, lifeMs: leaseMs })) {
        startBlock ??= await firstBlock(parts);
        for (const mech of market.mechs) await watchMech(parts, mech, { startBlock, wake });
        if (config.STEP_IN === "on") await watchOthers(parts, { startBlock, wake });
        if (nowMs >= sweepAtMs) {
          for (const mech of market.mechs)
            await sweep(parts, mech, { wake, dealtWith: dealtWith.get(mech.address)! });
          sweepAtMs = clock.now() + sweepEveryMs;
        }
      }
    } catch (error) {
      if (!stopping.aborted) log.warn("watching failed; retrying", { error: reasonOf(error) });
    }
    await clock.sleep(config.AGENT_POLL_MS, stopping).catch(() => undefined);
  }
  await store.endLease({ name, owner }).catch(() => undefined);
}

async function firstBlock({ config, market }: AgentParts): Promise<bigint> {
  if (config.AGENT_START_BLOCK !== undefined) return config.AGENT_START_BLOCK;
  const head = await askChain(market.client.getBlockNumber());
  return head > lookBackBlocks ? head - lookBackBlocks : 0n;
}

type Where = Readonly<{ startBlock: bigint; wake: Wake }>;

async function watchMech(parts: AgentParts, mech: Mech, { startBlock, wake }: Where): Promise<void> {
  const { market, store, config, stopping } = parts;
  await scanLogs(
    { client: market.client, store, signal: stopping },
    {
      name: `cursor:${market.book}:${mech.address}`,
      address: mech.address,
      events: mechEvents.filter(({ name }) => name === "Request"),
      startBlock,
      confirmations: config.AGENT_CONFIRMATIONS,
      onLogs: async (logs) => {
        const sightings = sightingsIn(logs);
        for (let next = 0; next < sightings.length; next += notedAtOnce) {
          const group = sightings.slice(next, next + notedAtOnce);
          await Promise.all(group.map(async (sighting) => noteDown(parts, mech, sighting, wake)));
        }
      },
    },
  );
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

/** Adds a request to the journal unless it is there or was delivered; one that a reorganisation took away comes back. */
async function noteDown(parts: AgentParts, mech: Mech, sighting: Sighting, wake: Wake): Promise<void> {
  const { store, market, clock, log } = parts;
  const known = await store.readEntry(market.book, sighting.id);
  if (known && !mayComeBack(known)) return;
  const info = await readInfo(market, sighting.id);
  if (standingOf(info, mech.address) !== "open" || !isAddressEqual(info.priorityMech, mech.address)) return;
  if (known) {
    const held = toHeld(known);
    await writeOutcome(parts, held, {
      state: held.request.digest ? "published" : "seen",
      request: held.request,
    });
  } else {
    const request = toRequest(mech, sighting, { info, origin: "chain", nowMs: clock.now() });
    await addEntry(parts, { id: sighting.id, request, dueAtMs: clock.now() });
    log.info("seen", { requestId: sighting.id, mech: mech.address, requester: info.requester });
  }
  wake.wake();
}
