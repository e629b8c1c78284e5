import { isAddressEqual, type Hex } from "viem";
import { lastBlockBy } from "../../parts/chain/block-at.ts";
import { askChain } from "../../parts/chain/chain-fault.ts";
import { readLogs } from "../../parts/chain/read-logs.ts";
import { Fault } from "../../parts/faults.ts";
import { mayComeBack } from "../journal/journal.ts";
import type { AgentParts } from "../parts.ts";
import { seenRequestsIn, type SeenRequest } from "./journal-entry.ts";
import { mechEvents } from "./abi.ts";
import { readUndelivered, standingOf, type Mech } from "./market.ts";

const events = mechEvents.filter(({ name }) => name === "Request");
const maxSpan = 1000n;
/** How far before its deadline a request is searched: hours, where the marketplace allows minutes. */
const maxBlocks = 20_000n;
const maxAtOnce = 100;

/**
 * The requests that a mech lists as undelivered and the journal lacks. The list holds only their ids; the request
 * is in the events, read backwards from the deadline. Delivered requests are added to `dealtWith`, and skipped later.
 */
export async function* findRequests(
  parts: AgentParts,
  mech: Mech,
  dealtWith: Set<Hex>,
): AsyncGenerator<SeenRequest> {
  const { market, config, stopping, log } = parts;
  const missing = await missingOf(parts, mech, dealtWith);
  if (missing.size === 0) return;
  const newest = await askChain(market.client.getBlockNumber({ cacheTime: 0 }));
  const deepEnough = newest - BigInt(config.AGENT_CONFIRMATIONS - 1);
  for (const [id, deadlineS] of missing) {
    if (stopping.aborted) return;
    const to = await lastBlockBy(market.client, deadlineS, newest);
    for await (const seen of readBackwards(parts, mech, to)) {
      // The scan may also find other requests of the list; one that is not deep enough is found again later.
      if (missing.delete(seen.id) && seen.block <= deepEnough) yield seen;
      if (!missing.has(id)) break;
    }
    // The next sweep searches again: a lagging node has no events either.
    if (missing.delete(id))
      log.error("an open request has no event, so its content is unknown", { requestId: id });
  }
}

/** A mech's requests from a block on, the newest pages first. */
async function* readBackwards(
  { market, stopping }: AgentParts,
  mech: Mech,
  last: bigint,
): AsyncGenerator<SeenRequest> {
  const first = last > maxBlocks ? last - maxBlocks : 0n;
  for (let to = last, span = maxSpan; to >= first && !stopping.aborted;) {
    const from = to - span + 1n > first ? to - span + 1n : first;
    const logs = await readLogs(market.client, { address: mech.address, events, from, to });
    if (logs === "refused") {
      if (span === 1n) throw new Fault("chain_unavailable", { message: `Logs of block ${to} are refused.` });
      span /= 2n;
      continue;
    }
    yield* seenRequestsIn(logs);
    to = from - 1n;
  }
}

/** Requests that are listed and open, and missing in the journal or ended there too early; with deadlines in Unix seconds. */
async function missingOf(
  { market, store }: AgentParts,
  mech: Mech,
  dealtWith: Set<Hex>,
): Promise<Map<Hex, number>> {
  const missing = new Map<Hex, number>();
  const listed = await readUndelivered(market, mech);
  for (const id of dealtWith) if (!listed.includes(id)) dealtWith.delete(id);
  const look = async (id: Hex): Promise<void> => {
    const known = await store.readEntry(market.book, id);
    if (known && !mayComeBack(known)) return;
    const info = await market.infoOf(id);
    const isOpen =
      standingOf(info, mech.address) === "open" && isAddressEqual(info.priorityMech, mech.address);
    if (isOpen) missing.set(id, info.deadlineS);
    else dealtWith.add(id); // the list keeps what another mech delivered
  };
  const unseen = listed.filter((id) => !dealtWith.has(id));
  for (let next = 0; next < unseen.length; next += maxAtOnce)
    await Promise.all(unseen.slice(next, next + maxAtOnce).map(look));
  return missing;
}
