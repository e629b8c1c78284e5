import { reasonOf } from "../../parts/chain/chain-fault.ts";
import { depositLease } from "../../parts/deposits/watch.ts";
import { endedStates } from "../../parts/store/journal.ts";
import { isGone } from "../../platform/owner.ts";
import { senderLease, watchLease } from "./leases.ts";
import type { AgentParts } from "../parts.ts";

/** A dead process held some of the newest requests; older ones need not be read. */
const maxEntries = 500;

/**
 * Ends the leases of dead agents of this machine, and releases the requests they held, so that an agent that restarts
 * does not wait for its own leases. Leases of other machines expire by themselves.
 */
export async function releaseDeadLeases(parts: AgentParts): Promise<void> {
  const { log, market, store, owner } = parts;
  const name = `owners:${market.book}`;
  try {
    const note = await store.readNote(name);
    const known = note === undefined ? [] : (JSON.parse(note.text) as string[]);
    const gone = known.filter(isGone);
    for (const dead of gone) await releaseFor(parts, dead);
    const text = JSON.stringify([...known.filter((one) => !gone.includes(one)).slice(-maxOwners), owner]);
    // If another replica writes at the same moment, its note stays; the next start then does not find this owner.
    await store.writeNote({ name, version: note?.version ?? 0, text });
    if (gone.length > 0) log.info("took over from agents that are gone", { count: gone.length });
  } catch (error) {
    log.warn("agents that are gone are waited for", { error: reasonOf(error) });
  }
}

/** More than run on one store at a time. */
const maxOwners = 50;

async function releaseFor(parts: AgentParts, dead: string): Promise<void> {
  const { config, market, store } = parts;
  const { DEPOSIT_CONTRACT: contract } = config;
  const leases = [watchLease(parts), senderLease(parts)];
  if (contract !== undefined) leases.push(depositLease(market.chainId, contract));
  for (const name of leases) await store.endLease({ name, owner: dead });
  const entries = await store.listEntries({ limit: maxEntries });
  const open = entries.filter(({ book, state }) => book === market.book && !endedStates.includes(state));
  for (const { book, id } of open) await store.holdEntry({ book, id, owner: dead, holdMs: 0 });
}
