import type { Hex } from "viem";
import { readRequest, type MarketplaceRequest } from "../service/parts/marketplace-request.ts";
import { endedStates, type EntryState, type JournalEntry } from "../service/parts/store/journal.ts";
import type { AgentParts } from "./parts.ts";

type Needs = Pick<AgentParts, "store" | "clock" | "market" | "owner">;

/** A request that is being worked on. */
export type Held = Readonly<{ entry: JournalEntry; id: Hex; request: MarketplaceRequest }>;

/** Where a request stands after a step. */
export type Outcome = Readonly<{
  state: EntryState;
  request: MarketplaceRequest;
  /** When the next step may be tried; now where it is left out. */
  dueAtMs?: number;
}>;

/** Nobody else is given an entry for this long; whoever took it and died gives it up then. */
const holdMs = 15_000;

/** Ended by what a reorganisation may undo: the request was gone, or another mech had delivered it. */
export function mayComeBack({ state }: Pick<JournalEntry, "state">): boolean {
  return state === "vanished" || state === "lost";
}

/** What is due for our mechs. Other agents, with other mechs, may keep their requests in the same book. */
export async function takeDue(
  { store, clock, market, owner }: Needs,
  { states, limit }: { states: readonly EntryState[]; limit: number },
): Promise<readonly Held[]> {
  const nowMs = clock.now();
  const taking = { book: market.book, states, owner, nowMs, untilMs: nowMs + holdMs, limit };
  const held = (await store.takeEntries(taking)).map(toHeld);
  const isOurs = ({ request }: Held): boolean => market.mechs.some(({ address }) => address === request.mech);
  const others = held.filter((one) => !isOurs(one));
  await Promise.all(others.map(async (one) => handBack({ store, clock }, one)));
  return held.filter(isOurs);
}

/** To be taken by whom it concerns: soon, or where nobody has come for long, now and then. */
async function handBack(parts: Pick<Needs, "store" | "clock">, held: Held): Promise<void> {
  const { entry, request } = held;
  const nowMs = parts.clock.now();
  const laterMs = Math.min(Math.max(Math.ceil((nowMs - entry.seenAtMs) / 50), 100), 60_000);
  await writeOutcome(parts, held, { state: entry.state, request, dueAtMs: nowMs + laterMs });
}

export function toHeld(entry: JournalEntry): Held {
  return { entry, id: entry.id as Hex, request: readRequest(entry) };
}

/**
 * Does work that may take longer than an entry is held: says in the journal, again and again, that it goes on.
 * Answers what the work gave and the entry as it stands by then.
 */
export async function whileHeld<Result>(
  parts: Pick<Needs, "store" | "clock">,
  held: Held,
  work: () => Promise<Result>,
): Promise<{ held: Held; result: Result }> {
  const done = new AbortController();
  const prolonging = prolong(parts, held, done.signal);
  try {
    const result = await work();
    done.abort();
    return { held: await prolonging, result };
  } finally {
    done.abort();
  }
}

async function prolong(
  parts: Pick<Needs, "store" | "clock">,
  held: Held,
  signal: AbortSignal,
): Promise<Held> {
  const { entry, request } = held;
  await parts.clock.sleep(holdMs / 3, signal).catch(() => undefined);
  if (signal.aborted) return held;
  // An entry that is due later is given to nobody, as if it were held.
  const later = { state: entry.state, request, dueAtMs: parts.clock.now() + holdMs };
  const written = await writeOutcome(parts, held, later).catch(() => "unknown" as const);
  if (written !== "written") return held;
  return prolong(parts, { ...held, entry: { ...entry, version: entry.version + 1 } }, signal);
}

/** Writes a request's new state down; somebody else's newer word stands. */
export async function writeOutcome(
  { store, clock }: Pick<Needs, "store" | "clock">,
  { entry }: Held,
  { state, request, dueAtMs }: Outcome,
): Promise<"written" | "stale"> {
  const nowMs = clock.now();
  const isNew = state !== entry.state;
  const { problem, ...healed } = request;
  const body: MarketplaceRequest = isNew
    ? {
        ...healed,
        ...(endedStates.includes(state) && problem !== undefined && { problem }),
        attempts: 0,
        at: { ...request.at, [state]: nowMs },
      }
    : request;
  return store.writeEntry({
    ...entry,
    state,
    changedAtMs: nowMs,
    dueAtMs: endedStates.includes(state) ? null : (dueAtMs ?? nowMs),
    body: JSON.stringify(body),
  });
}
