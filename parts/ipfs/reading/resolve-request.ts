import { Fault } from "../../faults.ts";
import { addressOfDigest, inBase16 } from "../address.ts";
import type { Ipfs, ReadLimits, IpfsSession } from "../ipfs.ts";
import { bestFault } from "./source.ts";

export type RequestContent = Readonly<{
  bytes: Uint8Array;
  /** The address under which it was found, as readers of the marketplace write it. */
  cid: string;
}>;

/**
 * The content of a request, of which the chain holds the bare digest. It comes in three shapes: a bare dag-pb file, a
 * dag-pb directory holding `metadata.json`, a raw leaf. One block tells which.
 */
export async function resolveRequest(
  ipfs: Ipfs,
  digest: string,
  reading: ReadLimits,
): Promise<RequestContent> {
  const session = ipfs.session(reading);
  const node = inBase16(addressOfDigest(digest, "dagPb"));
  const leaf = inBase16(addressOfDigest(digest, "raw"));
  const kind = await orFault(session.kindOf(node, [["metadata.json"]]));
  if (kind === "file") return { bytes: await session.read(node, []), cid: node };
  if (kind === "directory") return { bytes: await session.read(node, ["metadata.json"]), cid: node };
  if (kind === "other") return readLeaf(session, leaf);
  const found = await orFault(readLeaf(session, leaf));
  if (found instanceof Fault) throw bestFault([kind, found])!;
  return found;
}

async function readLeaf(session: IpfsSession, leaf: string): Promise<RequestContent> {
  return { bytes: await session.read(leaf, []), cid: leaf };
}

async function orFault<Result>(work: Promise<Result>): Promise<Result | Fault> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}
