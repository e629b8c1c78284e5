import { unixfs } from "@helia/unixfs";
import type { CID } from "multiformats/cid";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import type { Backend } from "../backend.ts";
import { keyOf } from "../reading/block.ts";
import { createBlockFolder, type BlockFolder } from "./block-folder.ts";
import { asBlockstore, startHelia, type HeliaNode } from "./helia-node.ts";
import { keepConnected } from "./keep-connected.ts";
import { candidatesOf, importOptions, ourLayout, type Content } from "../reading/layout.ts";
import type { BlockSource } from "../reading/source.ts";
import { throwIfAborted, withinTime } from "../../limits/within-time.ts";

type Settings = Readonly<{
  folder: string;
  listen: readonly string[];
  peers: readonly string[];
  peerTimeoutMs: number;
  clock: Clock;
  log: Log;
}>;

/** A node of our own in this process. */
export async function openEmbedded(settings: Settings): Promise<Backend> {
  const { folder, listen, peers, clock, log } = settings;
  await using opening = new AsyncDisposableStack();
  const blocks = createBlockFolder(`${folder}/blocks`);
  const { helia, dialled } = await startHelia({ folder, blocks, listen, peers });
  opening.defer(async () => void (await helia.stop()));
  opening.use(keepConnected(helia.libp2p, { peers: dialled, clock, log }));
  const pinned = inTurn();
  const opened = opening.move();
  return {
    held: { name: "this node", get: async ({ cid }) => blocks.get(cid) },
    beyond: [peersOf(helia, settings)],
    publish: async (content, signal) => {
      const { root, keys } = await store(blocks, content);
      throwIfAborted(signal);
      await pinned(keys, async () => pin(helia, root));
      return root;
    },
    addresses: () => helia.libp2p.getMultiaddrs().map(String),
    ping: async () => {
      if (helia.libp2p.status !== "started") throw new Error("the IPFS node has stopped");
    },
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

type Helia = HeliaNode["helia"];

/** Straight into the folder: what goes through Helia's own store is not kept. */
async function store(
  blocks: BlockFolder,
  content: Content,
): Promise<{ root: CID; keys: ReadonlySet<string> }> {
  const keys = new Set<string>();
  const put: BlockFolder["put"] = async (cid, block) => {
    keys.add(keyOf(cid));
    await blocks.put(cid, block);
  };
  const fs = unixfs({ blockstore: asBlockstore({ ...blocks, put }, { keeps: true }) });
  const added = await Array.fromAsync(fs.addAll(candidatesOf(content), importOptions(ourLayout, content)));
  // The last is the one that holds the others.
  return { root: added.at(-1)!.cid, keys };
}

/** Helia's book of pins has an entry for each block, read, changed and written back: two at once would lose one's change. */
function inTurn(): (keys: ReadonlySet<string>, work: () => Promise<void>) => Promise<void> {
  const last = new Map<string, Promise<void>>();
  return async (keys, work) => {
    const mine = Promise.all([...keys].map(async (key) => last.get(key))).then(work);
    const over = mine.catch(() => undefined);
    for (const key of keys) last.set(key, over);
    await mine.finally(() => {
      for (const key of keys) if (last.get(key) === over) last.delete(key);
    });
  };
}

async function pin({ pins }: Helia, root: CID): Promise<void> {
  try {
    await Array.fromAsync(pins.add(root));
  } catch (error) {
    if (!(error instanceof Error && error.name === "AlreadyPinnedError")) throw error;
  }
}

/** The nodes this one is connected to. They say nothing when they have nothing, so they are given little time. */
function peersOf({ libp2p, blockstore }: Helia, { peerTimeoutMs, clock }: Settings): BlockSource {
  return {
    name: "its peers",
    get: async ({ cid, signal }) => {
      if (libp2p.getConnections().length === 0) return undefined;
      return withinTime({ clock, limitMs: peerTimeoutMs, signal }, async (within) =>
        Buffer.concat(await Array.fromAsync(blockstore.get(cid, { signal: within }))),
      );
    },
  };
}
