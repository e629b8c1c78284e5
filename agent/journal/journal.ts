import type { Hex } from "viem";
import { inTraceOf } from "../../platform/tracing/context.ts";
import { inSpan } from "../../platform/tracing/stages.ts";
import { readRequest, type MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import { endedStates, type EntryState, type JournalEntry } from "../../parts/store/journal.ts";
import type { AgentParts } from "../parts.ts";
import { findValidator } from "../marketplace/validators.ts";

type Needs = Pick<AgentParts, "store" | "clock" | "market" | "account" | "owner" | "unfinished">;

/** A request that this process holds, to work on it. */
export type HeldRequest = Readonly<{ entry: JournalEntry; id: Hex; request: MarketplaceRequest }>;

/** A request's new state after a step. */
export type TaskOutcome = Readonly<{
  state: EntryState;
  request: MarketplaceRequest;
  /** When the next step may run; now by default. */
  dueAtMs?: number;
}>;

/** All work on a request is one trace, across processes and restarts. */
export function traceOf({ book, id }: Pick<JournalEntry, "book" | "id">): string {
  return `${book} ${id}`;
}

/** How long a process holds an entry without renewing: after that, another takes over from a dead one. */
const holdMs = 15_000;

/** Whether a reorganisation may undo the end: the request was gone, or another mech had delivered it. */
export function mayComeBack({ state }: Pick<JournalEntry, "state">): boolean {
  return state === "vanished" || state === "lost";
}

/**
 * Takes the entries of our mechs and validators that are due, and those to be tried again within `aheadMs`. Agents with
 * other mechs may keep their requests in the same book.
 */
export async function takeDue(
  parts: Needs,
  { states, limit, aheadMs = 0 }: { states: readonly EntryState[]; limit: number; aheadMs?: number },
): Promise<readonly HeldRequest[]> {
  const { store, clock, market, owner, unfinished } = parts;
  const nowMs = clock.now();
  const taking = { book: market.book, states, owner, nowMs: nowMs + aheadMs, holdMs, limit };
  const held = (await store.takeEntries(taking)).map(toHeld);
  const isOurs = ({ request: { mech, validation } }: HeldRequest): boolean =>
    validation
      ? findValidator(parts, mech) !== undefined
      : market.mechs.some(({ address }) => address === mech);
  const isEarly = ({ entry, request }: HeldRequest): boolean =>
    request.attempts === 0 && entry.dueAtMs! > nowMs;
  const others = held.filter((one) => !isOurs(one));
  const early = held.filter((one) => isOurs(one) && isEarly(one));
  await Promise.all(others.map(async (one) => putBack({ store, clock }, one)));
  await Promise.all(early.map(async ({ entry }) => store.writeEntry(entry)));
  const due = held.filter((one) => isOurs(one) && !isEarly(one));
  for (const { entry } of due) unfinished.note(entry);
  return due;
}

/** Puts back another agent's entry: due soon, or later and later the longer nobody takes it. */
async function putBack(parts: Pick<Needs, "store" | "clock">, held: HeldRequest): Promise<void> {
  const { entry, request } = held;
  const nowMs = parts.clock.now();
  const laterMs = Math.min(Math.max(Math.ceil((nowMs - entry.seenAtMs) / 50), 100), 60_000);
  await writeOutcome(parts, held, { state: entry.state, request, dueAtMs: nowMs + laterMs });
}

export function toHeld(entry: JournalEntry): HeldRequest {
  return { entry, id: entry.id as Hex, request: readRequest(entry) };
}

/** Does work that may take longer than `holdMs`: renews the hold until the work ends. */
export async function whileHeld<Result>(
  parts: Pick<Needs, "store" | "clock" | "owner">,
  { entry }: HeldRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const done = new AbortController();
  void renewHold(parts, entry, done.signal);
  try {
    return await work();
  } finally {
    done.abort();
  }
}

async function renewHold(
  { store, clock, owner }: Pick<Needs, "store" | "clock" | "owner">,
  { book, id }: JournalEntry,
  done: AbortSignal,
): Promise<void> {
  while (!done.aborted) {
    await clock.sleep(holdMs / 3, done).catch(() => undefined);
    // Retried in the next round. The store never overwrites a newer entry of another process.
    if (!done.aborted) await store.holdEntry({ book, id, owner, holdMs }).catch(() => undefined);
  }
}

/** Stores a request's new state, unless another process has stored a newer one. */
export async function writeOutcome(
  { store, clock }: Pick<Needs, "store" | "clock">,
  { entry }: HeldRequest,
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
