import type { Parts, ProcessParts, StoreParts } from "../parts.ts";
import { readProfiles } from "../../parts/journal/agent-profiles.ts";
import { toIso } from "../../platform/clock.ts";
import { createSharedReadings, type SharedReadings } from "../../parts/limits/shared-readings.ts";
import { entryStates, type EntryState, type JournalEntry } from "../../parts/store/journal.ts";
import { viewAgent } from "./marketplace-agent-view.ts";
import type { AgentView, MarketplaceAnswer, RequestView, Totals } from "./marketplace-answer.ts";
import { viewRequest } from "./marketplace-request-view.ts";

export type RequestPlace = Readonly<{ seenAtMs: number; id: string }>;
type Page = Readonly<{ before: RequestPlace | undefined; limit: number }>;
type Summary = Readonly<{ agents: AgentView[]; totals: Totals }>;
type Requests = Readonly<{ requests: RequestView[]; last: RequestPlace | undefined }>;
type Count = Readonly<{ state: EntryState; count: number }>;

/** What the agents wrote down, at most a second old. */
export async function readMarketplace(
  parts: ProcessParts & StoreParts,
  page: Page,
): Promise<Omit<MarketplaceAnswer, "next"> & { last: RequestPlace | undefined }> {
  const { clock } = parts;
  const shared = sharedOf(parts);
  const name = `${page.before?.seenAtMs}:${page.before?.id}:${page.limit}`;
  const [{ agents, totals }, { requests, last }] = await Promise.all([
    shared.summary("", async () => readSummary(parts)),
    shared.requests(name, async () => readRequests(parts, page)),
  ]);
  const [agent = null] = agents;
  const earned_wei = agent?.earned_wei ?? null;
  return { now: toIso(clock.now()), agent, agents, totals, earned_wei, requests, last };
}

type Shared = Readonly<{ summary: SharedReadings<Summary>; requests: SharedReadings<Requests> }>;

/** Kept beside the store it was read from, and gone with it. */
const sharedByStore = new WeakMap<object, Shared>();

function sharedOf({ store, clock }: Pick<Parts, "store" | "clock">): Shared {
  const known = sharedByStore.get(store);
  if (known) return known;
  const made: Shared = {
    summary: createSharedReadings(clock, { ttlMs: 1000, maxEntries: 1 }),
    requests: createSharedReadings(clock, { ttlMs: 1000, maxEntries: 100 }),
  };
  sharedByStore.set(store, made);
  return made;
}

async function readSummary({ store: journal, config }: Pick<Parts, "store" | "config">): Promise<Summary> {
  const counts = await journal.countEntries();
  const byBook = Map.groupBy(counts, ({ book }) => book);
  const profiles = await readProfiles(journal, [...byBook.keys()]);
  const agents = profiles.map(({ book, profile }) =>
    viewAgent(book, { profile, totals: sumUp(byBook.get(book) ?? []) }, config),
  );
  const lastFirst = agents.toSorted((one, other) =>
    (other.updated_at ?? "").localeCompare(one.updated_at ?? ""),
  );
  return { agents: lastFirst, totals: sumUp(counts) };
}

function sumUp(counts: readonly Count[]): Totals {
  const totals = Object.fromEntries(entryStates.map((state) => [state, 0])) as Totals;
  for (const { state, count } of counts) totals[state] += count;
  return totals;
}

/**
 * An entry that is being worked on carries what was submitted and what is published. So that a page of long ones
 * does not hold up everybody else, few are read at a time, and a page ends early where they are long.
 */
const entriesAtOnce = 3;
const maxPageLength = 2_000_000;

async function readRequests(
  { store, config }: Pick<Parts, "store" | "config">,
  { before, limit }: Page,
): Promise<Requests> {
  const requests: RequestView[] = [];
  let last = before;
  for (let length = 0; ;) {
    const wanted = Math.min(entriesAtOnce, limit - requests.length);
    // One more is read, to know whether there is a next page.
    const read = await store.listEntries({ ...(last && { before: last }), limit: wanted + 1 });
    const shown = read.slice(0, wanted);
    requests.push(...shown.map((entry) => viewRequest(entry, config)));
    if (read.length <= wanted) return { requests, last: undefined };
    last = placeOf(shown.at(-1)!);
    length += shown.reduce((sum, { body }) => sum + body.length, 0);
    if (requests.length === limit || length > maxPageLength) return { requests, last };
  }
}

const placeOf = ({ seenAtMs, id }: JournalEntry): RequestPlace => ({ seenAtMs, id });
