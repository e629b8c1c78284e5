import type { CID } from "multiformats/cid";
import { Fault } from "../../faults.ts";
import { codecs } from "../address.ts";
import { expectJson } from "../json.ts";
import { readNode, type IpfsNode } from "../node.ts";

/** Blocks that were checked against their digest. */
export type Blocks = Readonly<{ get(cid: CID): Promise<Uint8Array> }>;

/**
 * The file at the end of a path. Walked here and not by a library: one that walks a file with a broken inner node
 * leaves a rejection nobody handles, and anybody may publish such a file.
 */
export async function readFile(
  blocks: Blocks,
  cid: CID,
  { path, maxBytes }: Readonly<{ path: readonly string[]; maxBytes: number }>,
): Promise<Uint8Array> {
  const at = await follow(blocks, cid, path);
  if (at.code === codecs.json) await expectJson(at, await blocks.get(at));
  const pieces = await Array.fromAsync(piecesOf(blocks, at, maxBytes));
  return Buffer.concat(pieces);
}

export async function readDirectory(blocks: Blocks, cid: CID, path: readonly string[]): Promise<string[]> {
  const at = await follow(blocks, cid, path);
  const node = readNode(at, await blocks.get(at));
  if (node.kind !== "directory") throw notA("directory");
  return [...node.entries.keys()];
}

async function follow(blocks: Blocks, cid: CID, path: readonly string[]): Promise<CID> {
  let at = cid;
  for (const name of path) {
    const node = readNode(at, await blocks.get(at));
    if (node.kind !== "directory") throw notA("directory");
    const next = node.entries.get(name);
    if (!next)
      throw new Fault("content_invalid", { message: "The directory at that address has no such file." });
    at = next;
  }
  return at;
}

/** Depth first. A part of no length is not even asked for, so nobody can send us through an endless tree of nothing. */
async function* piecesOf(blocks: Blocks, root: CID, maxBytes: number): AsyncGenerator<Uint8Array> {
  const ahead: { cid: CID; bytes?: bigint }[] = [{ cid: root }];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const node = expectFile(readNode(next.cid, await blocks.get(next.cid)));
    if (next.bytes === undefined && node.bytes > maxBytes) throw new Fault("too_large", { limit: maxBytes });
    if (next.bytes !== undefined && next.bytes !== node.bytes) throw notA("file");
    if (node.data.byteLength > 0) yield node.data;
    ahead.push(...node.parts.filter(({ bytes }) => bytes > 0n).toReversed());
  }
}

function expectFile(node: IpfsNode): Extract<IpfsNode, { kind: "file" }> {
  if (node.kind !== "file") throw notA("file");
  return node;
}

function notA(what: "file" | "directory"): Fault {
  return new Fault("content_invalid", { message: `The content of that address is not a ${what}.` });
}
