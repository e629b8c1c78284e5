import type { Hex } from "viem";
import { inTraceOf } from "../../platform/tracing/context.ts";
import { inSpan } from "../../platform/tracing/stages.ts";
import { readRequest, type MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import { endedStates, type EntryState, type JournalEntry } from "../../parts/store/journal.ts";
import type { AgentParts } from "../parts.ts";
import { findValidator } from "../marketplace/validators.ts";

type Needs = Pick<AgentParts, "store" | "clock" | "market" | "account" | "owner" | "unfinished">;

/** A request that is being worked on. */
export type Held = Readonly<{ entry: JournalEntry; id: Hex; request: MarketplaceRequest }>;

/** Where a request stands after a step. */
export type TaskOutcome = Readonly<{
  state: EntryState;
  request: MarketplaceRequest;
  /** When the next step may be tried; now where it is left out. */
  dueAtMs?: number;
}>;

/** Everything that is done for a request, by whichever process and whenever, is one trace. */
export function traceOf({ book, id }: Pick<JournalEntry, "book" | "id">): string {
  return `${book} ${id}`;
}

/** Nobody else is given an entry for this long; a process that took it and died gives it up then. */
const holdMs = 15_000;

/** Ended by what a reorganisation may undo: the request was gone, or another mech had delivered it. */
export function mayComeBack({ state }: Pick<JournalEntry, "state">): boolean {
  return state === "vanished" || state === "lost";
}

/**
 * What is due for our mechs and validators, and what would be tried again within so much time. Other agents, with other mechs, may
 * keep their requests in the same book.
 */
export async function takeDue(
  parts: Needs,
  { states, limit, aheadMs = 0 }: { states: readonly EntryState[]; limit: number; aheadMs?: number },
): Promise<readonly Held[]> {
  const { store, clock, market, owner, unfinished } = parts;
  const nowMs = clock.now();
  const taking = { book: market.book, states, owner, nowMs: nowMs + aheadMs, holdMs, limit };
  const held = (await store.takeEntries(taking)).map(toHeld);
  const isOurs = ({ request: { mech, validation } }: Held): boolean =>
    validation
      ? findValidator(parts, mech) !== undefined
      : market.mechs.some(({ address }) => address === mech);
  const isEarly = ({ entry, request }: Held): boolean => request.attempts === 0 && entry.dueAtMs! > nowMs;
  const others = held.filter((one) => !isOurs(one));
  const early = held.filter((one) => isOurs(one) && isEarly(one));
  await Promise.all(others.map(async (one) => handBack({ store, clock }, one)));
  await Promise.all(early.map(async ({ entry }) => store.writeEntry(entry)));
  const due = held.filter((one) => isOurs(one) && !isEarly(one));
  for (const { entry } of due) unfinished.note(entry);
  return due;
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

/** Does work that may take longer than an entry is held: says in the store, again and again, that it goes on. */
export async function whileHeld<Result>(
  parts: Pick<Needs, "store" | "clock" | "owner">,
  { entry }: Held,
  work: () => Promise<Result>,
): Promise<Result> {
  const done = new AbortController();
  void holdOn(parts, entry, done.signal);
  try {
    return await work();
  } finally {
    done.abort();
  }
}

async function holdOn(
  { store, clock, owner }: Pick<Needs, "store" | "clock" | "owner">,
  { book, id }: JournalEntry,
  done: AbortSignal,
): Promise<void> {
  while (!done.aborted) {
    await clock.sleep(holdMs / 3, done).catch(() => undefined);
    // A store that does not answer now may at the next try; somebody else's newer word stands either way.
    if (!done.aborted) await store.holdEntry({ book, id, owner, holdMs }).catch(() => undefined);
  }
}

/** Writes a request's new state down; somebody else's newer word stands. */
export async function writeOutcome(
  { store, clock }: Pick<Needs, "store" | "clock">,
  { entry }: Held,
  { state, request, dueAtMs }: TaskOutcome,
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
  const written = {
    ...entry,
    state,
    changedAtMs: nowMs,
    dueAtMs: endedStates.includes(state) ? null : (dueAtMs ?? nowMs),
    body: JSON.stringify(body),
  };
  return isNew
    ? inTraceOf(traceOf(entry), async () => inSpan(state, async () => store.writeEntry(written)))
    : store.writeEntry(written);
}
