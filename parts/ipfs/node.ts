import { decode, type PBNode } from "@ipld/dag-pb";
import { UnixFS } from "ipfs-unixfs";
import type { CID } from "multiformats/cid";
import { codecs, isReadable } from "./address.ts";

/** A block, understood. Sizes are what the block claims: the code that follows a link checks them. */
export type IpfsNode =
  | Readonly<{ kind: "file"; data: Uint8Array; parts: readonly NodePart[]; bytes: bigint }>
  | Readonly<{ kind: "directory"; entries: ReadonlyMap<string, CID> }>
  | Readonly<{ kind: "other" }>;

export type NodePart = Readonly<{ cid: CID; bytes: bigint }>;

const other: IpfsNode = { kind: "other" };

export function readNode({ code }: CID, block: Uint8Array): IpfsNode {
  if (code !== codecs.dagPb) return { kind: "file", data: block, parts: [], bytes: BigInt(block.byteLength) };
  try {
    const node = decode(block);
    return node.Data ? readUnixFs(node, UnixFS.unmarshal(node.Data)) : other;
  } catch {
    return other;
  }
}

/** Directories spread over several blocks are `other`: nothing that is read here is published as one. */
function readUnixFs({ Links: links }: PBNode, unixfs: UnixFS): IpfsNode {
  if (!links.every(({ Hash: cid }) => isReadable(cid))) return other;
  if (unixfs.type === "directory")
    return { kind: "directory", entries: new Map(links.map((link) => [link.Name ?? "", link.Hash])) };
  const isFile = unixfs.type === "file" || unixfs.type === "raw";
  if (!isFile || links.length !== unixfs.blockSizes.length) return other;
  return {
    kind: "file",
    data: unixfs.data ?? new Uint8Array(),
    parts: links.map(({ Hash: cid }, index) => ({ cid, bytes: unixfs.blockSizes[index]! })),
    bytes: unixfs.fileSize(),
  };
}
