import { ask } from "../parts/api.ts";
import type { ShownMarketplace, ShownRequest } from "./answer.ts";

const pageSize = 25;
const maxAtOnce = 100;
/** A tab that has been open for days starts over rather than grow forever. */
const maxKept = 2000;
const maxWaitMs = 15_000;

const known = new Map<string, ShownRequest>();
/** Where pages that were loaded by hand begin; they are read again in turn. */
let olderPages: string[] = [];
let turn = 0;
let next: string | null = null;

export const hasMore = (): boolean => next !== null;

/** Newest first, as the service orders them. */
export function allRequests(): readonly ShownRequest[] {
  return [...known.values()].sort(
    (one, other) => compare(other.times.seen, one.times.seen) || compare(other.request_id, one.request_id),
  );
}

/** Reads the newest again, and one of the older pages; answers what the service said of the agents. */
export async function refresh(): Promise<ShownMarketplace> {
  const limit = Math.min(Math.max(known.size, pageSize), maxAtOnce);
  const [newest, older] = await Promise.all([readPage(limit), refreshOlder()]);
  const isAttached = newest.next === null || newest.requests.some(({ request_id }) => known.has(request_id));
  if (!isAttached || known.size > maxKept) startOver();
  else if (older) keep(older);
  keep(newest);
  if (newest.requests.at(-1)?.request_id === allRequests().at(-1)?.request_id) next = newest.next;
  return newest;
}

export async function loadMore(): Promise<void> {
  const before = next;
  if (before === null) return;
  const page = await readPage(pageSize, before);
  if (next !== before) return;
  keep(page);
  olderPages.push(before);
  next = page.next;
}

async function refreshOlder(): Promise<ShownMarketplace | undefined> {
  if (known.size <= maxAtOnce || olderPages.length === 0) return undefined;
  turn = (turn + 1) % olderPages.length;
  return readPage(pageSize, olderPages[turn]);
}

function startOver(): void {
  known.clear();
  olderPages = [];
  next = null;
}

function keep({ requests }: ShownMarketplace): void {
  for (const request of requests) known.set(request.request_id, request);
}

async function readPage(limit: number, before?: string): Promise<ShownMarketplace> {
  const query = new URLSearchParams({ ...(before !== undefined && { before }), limit: String(limit) });
  const { answer } = await ask<ShownMarketplace>(`/v1/marketplace?${query}`, {
    cache: "no-store",
    signal: AbortSignal.timeout(maxWaitMs),
  });
  return answer;
}

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);
