const pageSize = 25;
const mostAtOnce = 100;
/** A tab that has been open for days starts over rather than grow forever. */
const mostKept = 2000;

const known = new Map();
/** Where pages that were loaded by hand begin; they are read again in turn. */
let olderPages = [];
let turn = 0;
let next = null;

export const hasMore = () => next !== null;

/** Newest first, as the service orders them. */
export function allRequests() {
  return [...known.values()].sort(
    (one, other) => compare(other.times.seen, one.times.seen) || compare(other.request_id, one.request_id),
  );
}

/** Reads the newest again, and one of the older pages; answers what the service said of the agents. */
export async function refresh() {
  const limit = Math.min(Math.max(known.size, pageSize), mostAtOnce);
  const [newest, older] = await Promise.all([ask({ limit }), refreshOlder()]);
  const isAttached = newest.next === null || newest.requests.some(({ request_id }) => known.has(request_id));
  if (!isAttached || known.size > mostKept) startOver();
  else if (older) keep(older);
  keep(newest);
  if (newest.requests.at(-1)?.request_id === allRequests().at(-1)?.request_id) next = newest.next;
  return newest;
}

export async function loadMore() {
  const before = next;
  const page = await ask({ before, limit: pageSize });
  if (next !== before) return;
  keep(page);
  olderPages.push(before);
  next = page.next;
}

async function refreshOlder() {
  if (known.size <= mostAtOnce || olderPages.length === 0) return undefined;
  turn = (turn + 1) % olderPages.length;
  return ask({ before: olderPages[turn], limit: pageSize });
}

function startOver() {
  known.clear();
  olderPages = [];
  next = null;
}

function keep({ requests }) {
  for (const request of requests) known.set(request.request_id, request);
}

/** Nothing of ours failed: the service was not reached, or says itself why it does not answer. */
export class Trouble extends Error {}

async function ask(query) {
  const { isOk, answer } = await fetchAnswer(query).catch((cause) => {
    throw new Trouble("Cannot reach the service", { cause });
  });
  if (!isOk) throw new Trouble(String(answer.message).replace(/\.$/, ""));
  return answer;
}

async function fetchAnswer(query) {
  const response = await fetch(`/v1/marketplace?${new URLSearchParams(query)}`, {
    cache: "no-store",
    signal: AbortSignal.timeout(15_000),
  });
  return { isOk: response.ok, answer: await response.json() };
}

const compare = (one, other) => Number(one > other) - Number(one < other);
