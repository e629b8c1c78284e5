import { Fault } from "../../parts/faults.ts";
import type { ReadLimits } from "../../parts/ipfs/ipfs.ts";
import { resolveRequest } from "../../parts/ipfs/reading/resolve-request.ts";
import type { MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import type { TaskOutcome } from "../journal/journal.ts";
import type { AgentParts } from "../parts.ts";
import { readTask } from "../verdicts/task.ts";
import { digestOf } from "../verdicts/request-digest.ts";
import type { Step } from "./step.ts";

/** As large as the marketplace's other mechs take. */
const maxBytes = 1_048_576;
const limitMs = 15_000;
/** So many tries must have failed before content counts as lost, however long ago the request came. */
const minTries = 4;
const minSearchMs = 15_000;

/** Reads what is asked. What can never be read is to be answered too, so it goes on with the reason. */
export const fetchRequest: Step = async (parts, { request, signal }) => {
  const found = request.signed
    ? { bytes: new TextEncoder().encode(request.signed.content), cid: request.requestCid ?? "" }
    : await findByDigest(parts, { request, signal });
  return outcomeOf(parts, request, found);
};

/** Looks once more for what could not be read, while its error verdict is not public yet. */
export async function fetchAgain(
  parts: AgentParts,
  { request, signal }: Parameters<Step>[1],
): Promise<TaskOutcome | undefined> {
  const digest = digestOf(request.data);
  if (digest === undefined) return undefined;
  try {
    const found = await resolve(parts, digest, signal);
    const { document: _, isMissing: __, valid: ___, ...unread } = request;
    return outcomeOf(parts, unread, found);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

function outcomeOf(parts: AgentParts, request: MarketplaceRequest, found: Found): TaskOutcome {
  const { tool, mode, task } =
    "unreadable" in found ? { task: { unreadable: found.unreadable } } : readFound(parts, request, found);
  if (request.origin === "step-in" && "unreadable" in task) {
    // The mech that was asked may still read it and know the tool; we owe nobody an answer.
    return { state: "refused", request: { ...request, problem: task.unreadable } };
  }
  return {
    state: "fetched",
    request: {
      ...request,
      ...("cid" in found ? { requestCid: found.cid } : found.isMissing && { isMissing: true }),
      task,
      ...(tool && { tool }),
      ...(mode && { mode }),
    },
  };
}

type Content = Readonly<{ bytes: Uint8Array; cid: string }>;
type Found = Content | Readonly<{ unreadable: string; isMissing?: true }>;

function readFound(
  { market }: AgentParts,
  { mech }: MarketplaceRequest,
  { bytes }: Content,
): ReturnType<typeof readTask> {
  return readTask(bytes, market.mechs.find(({ address }) => address === mech)?.tools ?? []);
}

async function resolve({ ipfs }: AgentParts, digest: string, signal: AbortSignal): Promise<Content> {
  return resolveRequest(ipfs, digest, withinLimits(signal));
}

/** How much is read of a request's content, and for how long. */
export function withinLimits(signal: AbortSignal): ReadLimits {
  return { maxBytes, signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) };
}

type Search = Pick<Parameters<Step>[1], "request" | "signal">;

async function findByDigest(parts: AgentParts, search: Search): Promise<Found> {
  const digest = digestOf(search.request.data);
  if (digest === undefined) {
    return { unreadable: "The request's data on chain is not the digest of any content." };
  }
  return findPatiently(parts, search, async () => resolve(parts, digest, search.signal));
}

/** Reads content that may not be there yet; a fault while it is worth looking further. */
export async function findPatiently(
  parts: AgentParts,
  { request, signal }: Search,
  read: () => Promise<Content>,
): Promise<Found> {
  try {
    return await read();
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Fault)) throw error;
    // Only the sender says that it is too large; another source may send the real content.
    const isEarly = error.code !== "too_large" && parts.clock.now() < giveUpAtMs(parts, request);
    if (isEarly || request.attempts < minTries) throw retried(error);
    // While our own node does not answer, nobody knows whether the content is there.
    if (!(await parts.availability.check("ipfs"))) throw retried(error);
    if (error.code === "too_large") return { unreadable: `The request is larger than ${maxBytes} bytes.` };
    return { unreadable: `The request's content could not be read: ${error.message}`, isMissing: true };
  }
}

/**
 * An answer that says so is still owed while only we may deliver, so half of that time is kept for it. A node of ours
 * that was away is given time to find the content after all.
 */
function giveUpAtMs(
  { config, availability }: AgentParts,
  { origin, at, deadlineS }: MarketplaceRequest,
): number {
  const patienceMs = config.FETCH_PATIENCE_S * 1000;
  if (origin === "step-in") return deadlineS * 1000 + patienceMs;
  const seenAtMs = at.seen ?? 0;
  const halfwayMs = (deadlineS * 1000 - seenAtMs) / 2;
  const giveUpMs = seenAtMs + Math.min(patienceMs, Math.max(halfwayMs, minSearchMs));
  return Math.max(giveUpMs, availability.backAtMs("ipfs") + minSearchMs);
}

/** Content that is not what its address says may come right from elsewhere. */
function retried(error: Fault): Fault {
  return error.action === "retry"
    ? error
    : new Fault("content_unavailable", { message: error.message }, { cause: error });
}
