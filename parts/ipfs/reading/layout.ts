import { importer, type ImporterOptions } from "ipfs-unixfs-importer";
import { fixedSize } from "ipfs-unixfs-importer/chunker";
import { balanced } from "ipfs-unixfs-importer/layout";
import type { CID } from "multiformats/cid";
import { isSameContent, keyOf } from "./block.ts";

/** A bare file, or a directory of files. */
export type Content = Uint8Array | Readonly<Record<string, Uint8Array>>;

/** How content is cut into blocks. The address depends on it as much as on the bytes. */
export type Layout = Readonly<{ rawLeaves: boolean; chunkBytes: number; width: number; cidVersion: 0 | 1 }>;

export type Laid = Readonly<{ root: CID; blocks: ReadonlyMap<string, Uint8Array> }>;

/** Every block dag-pb, so that a bare file is found by the digest alone. */
export const ourLayout: Layout = { rawLeaves: false, chunkBytes: 262_144, width: 174, cidVersion: 1 };

export function importOptions(layout: Layout, content: Content) {
  return {
    rawLeaves: layout.rawLeaves,
    cidVersion: layout.cidVersion,
    chunker: fixedSize({ chunkSize: layout.chunkBytes }),
    layout: balanced({ maxChildrenPerNode: layout.width }),
    wrapWithDirectory: !(content instanceof Uint8Array),
  } satisfies ImporterOptions;
}

export function candidatesOf(content: Content): { path?: string; content: Uint8Array }[] {
  if (content instanceof Uint8Array) return [{ content }];
  return Object.entries(content).map(([path, bytes]) => ({ path, content: bytes }));
}

/** The blocks of content, made here; nothing is stored. */
export async function layOut(content: Content, layout: Layout): Promise<Laid> {
  const blocks = new Map<string, Uint8Array>();
  const store = {
    put: (cid: CID, block: unknown) => {
      blocks.set(keyOf(cid), block as Uint8Array);
      return cid;
    },
  };
  const laid = await Array.fromAsync(importer(candidatesOf(content), store, importOptions(layout, content)));
  // The last is the one that holds the others.
  const root = laid.at(-1)!.cid;
  return { root: root.version === 0 ? root.toV1() : root, blocks };
}

/** The layout under which content has this address, if one of those in use does. Proof that it is that content. */
export async function findLayout(content: Content, address: CID): Promise<Laid | undefined> {
  for (const layout of layoutsInUse(content)) {
    const laid = await layOut(content, layout);
    if (isSameContent(laid.root, address)) return laid;
  }
  return undefined;
}

/** Without layouts that give the same result for content of this length. */
function layoutsInUse(content: Content): Layout[] {
  const maxLength = Math.max(0, ...candidatesOf(content).map(({ content: { byteLength } }) => byteLength));
  const leaves = [
    { rawLeaves: false, cidVersion: 1 },
    { rawLeaves: true, cidVersion: 1 },
    { rawLeaves: false, cidVersion: 0 },
  ] as const;
  const chunks = maxLength > 262_144 ? [262_144, 1_048_576] : [262_144];
  return chunks.flatMap((chunkBytes) => {
    const widths = maxLength > 174 * chunkBytes ? [174, 1024] : [174];
    return widths.flatMap((width) => leaves.map((leaf) => ({ ...leaf, chunkBytes, width })));
  });
}
