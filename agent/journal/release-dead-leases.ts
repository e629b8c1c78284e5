import { reasonOf } from "../../parts/chain/chain-fault.ts";
import { depositLease } from "../../parts/deposits/watch.ts";
import { endedStates } from "../../parts/store/journal.ts";
import { isGone } from "../../platform/owner.ts";
import { senderLease, watchLease } from "./leases.ts";
import type { AgentParts } from "../parts.ts";

/** What a process held when it died is among the newest requests. */
const maxLookedAt = 500;

/**
 * Ends the leases of agents of this machine that are known to be gone, and lets go of the requests they held: who is
 * started again does not wait for its dead self. Those of other machines run out by themselves.
 */
export async function succeed(parts: AgentParts): Promise<void> {
  const { log, market, store, owner } = parts;
  const name = `owners:${market.book}`;
  try {
    const note = await store.readNote(name);
    const known = note === undefined ? [] : (JSON.parse(note.text) as string[]);
    const gone = known.filter(isGone);
    for (const dead of gone) await letGoFor(parts, dead);
    const text = JSON.stringify([...known.filter((one) => !gone.includes(one)).slice(-maxOwners), owner]);
    // Where another replica starts at the same moment its word stands, and ours is only not found by the next.
    await store.writeNote({ name, version: note?.version ?? 0, text });
    if (gone.length > 0) log.info("took over from agents that are gone", { count: gone.length });
  } catch (error) {
    log.warn("agents that are gone are waited for", { error: reasonOf(error) });
  }
}

/** More than run on one store at a time. */
const maxOwners = 50;

async function letGoFor(parts: AgentParts, dead: string): Promise<void> {
  const { config, market, store } = parts;
  const { DEPOSIT_CONTRACT: contract } = config;
  const leases = [watchLease(parts), senderLease(parts)];
  if (contract !== undefined) leases.push(depositLease(market.chainId, contract));
  for (const name of leases) await store.endLease({ name, owner: dead });
  const entries = await store.listEntries({ limit: maxLookedAt });
  const open = entries.filter(({ book, state }) => book === market.book && !endedStates.includes(state));
  for (const { book, id } of open) await store.holdEntry({ book, id, owner: dead, holdMs: 0 });
}
