import type { Hex } from "viem";
import type { PublishedContent } from "../../parts/ipfs/ipfs.ts";
import { answerIdOf, type MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import { standingOf } from "../marketplace/market.ts";
import type { AgentParts } from "../parts.ts";
import { fetchAgain } from "./fetch.ts";
import type { Step } from "./step.ts";

const limitMs = 20_000;

/**
 * Publishes the document on IPFS; the same document always gets the same address. For a signed request it only computes
 * the address: the requester gets the answer from the agent's HTTP server, once it is paid for.
 */
export const publishDocument: Step = async (parts, { id, request, signal }) => {
  if (request.signed) {
    const { cid, digest } = await parts.ipfs.addressOfDirectory(filesOf(id, request));
    return { state: "published", request: { ...request, verdictCid: cid, digest } };
  }
  if (await isLost(parts, id, request)) return { state: "lost", request };
  const found = request.isMissing && (await fetchAgain(parts, { id, request, signal }));
  if (found) return found;
  const { cid, digest } = await publish(parts, filesOf(id, request), signal);
  return { state: "published", request: { ...request, verdictCid: cid, digest } };
};

/** Whether another mech delivered. Before the deadline none can, and nobody else ever answers our validations. */
async function isLost({ market, clock }: AgentParts, id: Hex, request: MarketplaceRequest): Promise<boolean> {
  const isInTime = request.origin === "chain" && clock.now() < request.deadlineS * 1000;
  const isOurTurn = isInTime || request.origin === "validation";
  return !isOurTurn && standingOf(await market.infoOf(id), request.mech) === "another's";
}

async function publish(
  { ipfs }: AgentParts,
  files: Readonly<Record<string, Uint8Array>>,
  signal: AbortSignal,
): Promise<PublishedContent> {
  return ipfs.publishDirectory(files, AbortSignal.any([signal, AbortSignal.timeout(limitMs)]));
}

function filesOf(id: Hex, request: MarketplaceRequest): Readonly<Record<string, Uint8Array>> {
  if (request.document === undefined) throw new Error("A judged request has its document.");
  return { [answerIdOf(id, request).toString()]: new TextEncoder().encode(request.document) };
}
