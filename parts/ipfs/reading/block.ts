import { hash } from "node:crypto";
import type { CID } from "multiformats/cid";

/** More than any node of the network sends in one piece. */
export const maxBlockBytes = 2 * 1024 * 1024;

/** Blocks are the same whatever codec they are asked for by, so they go by their digest. */
export function keyOf({ multihash }: CID): string {
  return Buffer.from(multihash.digest).toString("hex");
}

/** The one check that lets bytes in. */
export function isBlockOf(cid: CID, bytes: Uint8Array): boolean {
  return hash("sha256", bytes, "hex") === keyOf(cid);
}

export function isSameContent(a: CID, b: CID): boolean {
  return a.code === b.code && keyOf(a) === keyOf(b);
}
