import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importer } from "ipfs-unixfs-importer";
import { base16 } from "multiformats/bases/base16";
import { CID } from "multiformats/cid";
import { sha256 } from "multiformats/hashes/sha2";

type Files = Readonly<Record<string, Uint8Array | string>>;

/** The forms in which content is published. */
export type Shape =
  /** A dag-pb file, or a directory of such. */
  | "dag-pb"
  /** The same with raw leaves; a small bare file then is one raw block. */
  | "raw leaves"
  /** Kubo's default: links of CID version 0. */
  | "version 0"
  /** One JSON block. */
  | "json";

export type Put = Readonly<{ /** `f01701220…` */ cid: string; digest: `0x${string}` }>;

/** Content by address, in memory or in a folder too. */
export type Shelf = Readonly<{
  put(content: Uint8Array | string | { files: Files }, shape?: Shape): Promise<Put>;
  /** Any bytes as a block of that codec, valid or not. */
  putBlock(bytes: Uint8Array, codec?: number): Promise<Put>;
  /** Drops content as if it had never been put; its digest may be stored again. */
  drop(cid: string): void;
  block(cid: CID): Uint8Array | undefined;
  /** The addresses that were put, as they were returned. */
  addresses: ReadonlySet<string>;
  pins: Set<string>;
}>;

export function createShelf(folder?: string): Shelf {
  const blocks = folder === undefined ? new Map<string, Uint8Array>() : blocksIn(folder);
  const addresses = new Set<string>();
  const keyOf = (cid: CID): string => Buffer.from(cid.multihash.digest).toString("hex");

  function tell(cid: CID): Put {
    const text = (cid.version === 0 ? cid.toV1() : cid).toString(base16);
    addresses.add(text);
    return { cid: text, digest: `0x${keyOf(cid)}` };
  }

  async function putBlock(bytes: Uint8Array, codec = 0x70): Promise<Put> {
    const cid = CID.createV1(codec, await sha256.digest(bytes));
    blocks.set(keyOf(cid), bytes);
    return tell(cid);
  }

  return {
    putBlock,
    put: async (content, shape = "dag-pb") => {
      if (shape === "json") return putBlock(toBytes(content as string), 0x0200);
      const store = {
        put: (cid: CID, block: unknown) => {
          blocks.set(keyOf(cid), block as Uint8Array);
          return cid;
        },
      };
      const isFile = typeof content === "string" || content instanceof Uint8Array;
      const candidates = isFile
        ? [{ content: toBytes(content) }]
        : Object.entries(content.files).map(([path, bytes]) => ({ path, content: toBytes(bytes) }));
      const options = {
        rawLeaves: shape === "raw leaves",
        cidVersion: shape === "version 0" ? 0 : 1,
        wrapWithDirectory: !isFile,
      } as const;
      return tell((await Array.fromAsync(importer(candidates, store, options))).at(-1)!.cid);
    },
    drop: (text) => void blocks.delete(keyOf(CID.parse(text, base16))),
    block: (cid) => blocks.get(keyOf(cid)),
    addresses,
    pins: new Set(),
  };
}

/** They survive the process. */
function blocksIn(folder: string): Pick<Map<string, Uint8Array>, "get" | "set" | "delete"> {
  const memory = new Map<string, Uint8Array>();
  return {
    get: (key) =>
      memory.get(key) ?? (existsSync(join(folder, key)) ? readFileSync(join(folder, key)) : undefined),
    set: (key, block) => {
      writeFileSync(join(folder, key), block);
      return memory.set(key, block);
    },
    delete: (key) => memory.delete(key),
  };
}

function toBytes(content: Uint8Array | string): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : content;
}
