import { Fault } from "../../parts/faults.ts";
import type { ReadLimits } from "../../parts/ipfs/ipfs.ts";
import { resolveRequest } from "../../parts/ipfs/reading/resolve-request.ts";
import type { MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import type { TaskOutcome } from "../journal/journal.ts";
import type { AgentParts } from "../parts.ts";
import { readTask } from "../verdicts/task.ts";
import { digestOf } from "../verdicts/request-digest.ts";
import type { Step } from "./step.ts";

/** As much as other mechs of the marketplace accept. */
const maxBytes = 1_048_576;
const limitMs = 15_000;
/** How many tries must fail before content counts as lost, however old the request is. */
const minTries = 4;
const minSearchMs = 15_000;

/** Reads a request's content. Unreadable content gets an answer too, so its reason is passed to the next step. */
export const fetchRequest: Step = async (parts, { request, signal }) => {
  const found = request.signed
    ? { bytes: new TextEncoder().encode(request.signed.content), cid: request.requestCid ?? "" }
    : await findByDigest(parts, { request, signal });
  return outcomeOf(parts, request, found);
};

/** Tries again to read content that was missing, while the error verdict is not published yet. */
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
    // The priority mech may still be able to read it, or know the tool; we need not answer.
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

/** Limits on reading a request's content. */
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

/** Reads content that may not be available yet. Throws a fault while another try is worthwhile. */
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
    // Only this source says that the content is too large; another may send the real content.
    const isEarly = error.code !== "too_large" && parts.clock.now() < giveUpAtMs(parts, request);
    if (isEarly || request.attempts < minTries) throw retried(error);
    // While our own node does not answer, the content may still be available.
    if (!(await parts.availability.check("ipfs"))) throw retried(error);
    if (error.code === "too_large") return { unreadable: `The request is larger than ${maxBytes} bytes.` };
    return { unreadable: `The request's content could not be read: ${error.message}`, isMissing: true };
  }
}

/**
 * While only we may deliver, we owe an answer, even one that says that the content is missing: half of that time is
 * reserved for it. If our node was down, it gets time to find the content first.
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

/** Invalid content is retried: another source may send the right bytes. */
function retried(error: Fault): Fault {
  return error.action === "retry"
    ? error
    : new Fault("content_unavailable", { message: error.message }, { cause: error });
}
