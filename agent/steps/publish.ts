import { readInfo, standingOf } from "../marketplace/market.ts";
import type { Step } from "./step.ts";

const limitMs = 60_000;

/** Puts the document where anyone can read it. The same document always gets the same address. */
export const publishDocument: Step = async ({ ipfs, market }, { id, request, signal }) => {
  const { document } = request;
  if (document === undefined) throw new Error("A judged request has its document.");
  if (!request.signed) {
    const standing = standingOf(await readInfo(market, id), request.mech);
    if (standing === "another's") return { state: "lost", request };
  }
  const files = { [BigInt(id).toString()]: new TextEncoder().encode(document) };
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const { cid, digest } = await ipfs.publishDirectory(files, limited);
  return { state: "published", request: { ...request, verdictCid: cid, digest } };
};
