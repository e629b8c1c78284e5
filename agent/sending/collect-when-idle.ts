import type { EntryState } from "../../parts/store/journal.ts";
import type { Outbox } from "../journal/outbox.ts";
import type { AgentParts } from "../parts.ts";
import { collectNext } from "./collect.ts";

const everyMs = 15_000;
/** Requests under way delay collecting for at most this long. */
const patienceMs = 600_000;
/** States before a delivery. `published` is not one: the marketplace may refuse such a request for days. */
const undeliveredStates: readonly EntryState[] = ["seen", "fetched", "judged"];

/** Collects earnings from time to time, when no request waits for us. */
export function createCollecting(parts: AgentParts): (outbox: Outbox) => Promise<Outbox> {
  const { clock } = parts;
  let lookAtMs = clock.now();
  let idleAtMs = clock.now();
  return async (outbox) => {
    if (clock.now() < lookAtMs) return outbox;
    const isIdle = !(await hasWork(parts));
    if (isIdle) idleAtMs = clock.now();
    else if (clock.now() < idleAtMs + patienceMs) return outbox;
    const sent = await collectNext(parts, outbox);
    lookAtMs = clock.now() + (sent === outbox ? everyMs : 0);
    return sent;
  };
}

async function hasWork({ store, market }: AgentParts): Promise<boolean> {
  const counts = await store.countEntries();
  const mine = counts.filter(({ book, count }) => book === market.book && count > 0);
  return mine.some(({ state }) => undeliveredStates.includes(state));
}
