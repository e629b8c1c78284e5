import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FsBlockstore } from "blockstore-fs";
import { NextToLast } from "blockstore-fs/sharding";
import type { CID } from "multiformats/cid";
import { isBlockOf, keyOf } from "../reading/block.ts";

/** Blocks kept for good, a file each. A file that is not its block, as a crash may leave one, counts as absent. */
export type BlockFolder = Readonly<{
  get(cid: CID): Promise<Uint8Array | undefined>;
  /** Resolves when the block is on the disk. */
  put(cid: CID, block: Uint8Array): Promise<void>;
}>;

export function createBlockFolder(folder: string): BlockFolder {
  const shardingStrategy = new NextToLast();
  const files = new FsBlockstore(folder, { shardingStrategy });
  const underWay = new Map<string, Promise<void>>();

  async function get(cid: CID): Promise<Uint8Array | undefined> {
    try {
      const block = Buffer.concat(await Array.fromAsync(files.get(cid)));
      return isBlockOf(cid, block) ? block : undefined;
    } catch (error) {
      if (error instanceof Error && error.name === "NotFoundError") return undefined;
      throw error;
    }
  }

  async function write(cid: CID, block: Uint8Array): Promise<void> {
    if (!(await get(cid))) await files.put(cid, block);
    const { dir, file } = shardingStrategy.encode(cid);
    await flush(join(folder, dir, file));
  }

  return {
    get,
    put: async (cid, block) => {
      if (!isBlockOf(cid, block)) throw new Error("these bytes are not the block of that address");
      const key = keyOf(cid);
      // Two writers would share one temporary file.
      const writing = underWay.get(key) ?? write(cid, block).finally(() => underWay.delete(key));
      underWay.set(key, writing);
      await writing;
    },
  };
}

async function flush(file: string): Promise<void> {
  for (const path of [file, dirname(file)]) {
    await using handle = await open(path);
    await handle.sync();
  }
}
