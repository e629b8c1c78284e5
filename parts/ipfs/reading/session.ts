import type { CID } from "multiformats/cid";
import { Fault } from "../../faults.ts";
import type { Log } from "../../../platform/log.ts";
import { checkPath, parseAddress } from "../address.ts";
import { isBlockOf, keyOf, maxBlockBytes } from "./block.ts";
import type { ReadLimits, IpfsSession } from "../ipfs.ts";
import { readNode } from "../node.ts";
import { bestFault, type BlockSource, type WantedBlock } from "./source.ts";
import { readDirectory, readFile } from "./walk.ts";
import { throwIfAborted } from "../../limits/within-time.ts";

export type ListingSession = IpfsSession &
  Readonly<{ list(cid: string, path: readonly string[]): Promise<readonly string[]> }>;

/** The cause of `content_unavailable` when every source answered, and none had the content. */
export const notInAnySource = Symbol("not in any source");

/** Reads blocks from the sources, first from the one that had the last block. */
export function openSession(
  { sources, log }: Readonly<{ sources: readonly BlockSource[]; log: Log }>,
  { maxBytes, signal }: ReadLimits,
): ListingSession {
  const seen = new Map<string, Uint8Array>();
  let inTurn = [...sources];
  let blocksLeft = maxBlocks(maxBytes);
  let bytesLeft = 2 * (maxBytes + maxBlockBytes);

  async function get(cid: CID, root?: Pick<WantedBlock, "spelling" | "nextPaths">): Promise<Uint8Array> {
    throwIfAborted(signal);
    // Counted before it is looked up: a tree may lead to the same block again and again.
    if (blocksLeft-- === 0) throw new Fault("too_large", { message: tooManyBlocks });
    const known = seen.get(keyOf(cid));
    if (known) return known;
    const faults: Fault[] = [];
    for (const source of inTurn) {
      const block = await ask(source, { cid, spelling: root?.spelling, nextPaths: root?.nextPaths ?? [] });
      if (block instanceof Fault) faults.push(block);
      else if (block) {
        inTurn = [source, ...inTurn.filter((another) => another !== source)];
        bytesLeft -= block.byteLength;
        if (bytesLeft < 0) throw new Fault("too_large", { message: tooMuchAround });
        seen.set(keyOf(cid), block);
        return block;
      }
    }
    throw bestFault(faults) ?? new Fault("content_unavailable", {}, { cause: notInAnySource });
  }

  async function ask(
    source: BlockSource,
    wanted: Pick<WantedBlock, "cid" | "spelling" | "nextPaths">,
  ): Promise<Uint8Array | Fault | undefined> {
    try {
      const block = await source.get({ ...wanted, maxBytes, signal, keep });
      if (!block || isBlockOf(wanted.cid, block)) return block;
      return new Fault("content_invalid", {
        message: `What ${source.name} returned is not the requested content.`,
      });
    } catch (error) {
      throwIfAborted(signal);
      if (!(error instanceof Fault)) throw error;
      log.debug("content not found", { source: source.name, code: error.code, why: error.message });
      return error;
    }
  }

  function keep(blocks: ReadonlyMap<string, Uint8Array>): void {
    for (const [key, block] of blocks) seen.set(key, block);
  }

  /** Fetches the block of an address. `nextPaths` tells the source what will be read next, so that it can send that too. */
  async function open(
    text: string,
    nextPaths: WantedBlock["nextPaths"],
  ): Promise<{ cid: CID; block: Uint8Array }> {
    const cid = parseAddress(text);
    return { cid, block: await get(cid, { spelling: text, nextPaths }) };
  }

  return {
    kindOf: async (text, nextPaths = []) => {
      const { cid, block } = await open(text, nextPaths);
      return readNode(cid, block).kind;
    },
    read: async (text, path) => {
      checkPath(path);
      const { cid } = await open(text, [path]);
      return readFile({ get }, cid, { path, maxBytes });
    },
    list: async (text, path) => {
      checkPath(path);
      const { cid } = await open(text, []);
      return readDirectory({ get }, cid, path);
    },
  };
}

const tooMuchAround = "The blocks of the content are larger than its length explains.";
const tooManyBlocks = "The content is in more pieces than its length explains.";

/** Room for pieces of 4 KiB, several levels of nodes above them, and a long path. */
function maxBlocks(maxBytes: number): number {
  return 256 + Math.ceil((2 * maxBytes) / 4096);
}
