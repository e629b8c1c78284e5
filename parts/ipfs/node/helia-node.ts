import { noise } from "@chainsafe/libp2p-noise";
import { yamux } from "@chainsafe/libp2p-yamux";
import { withBitswap } from "@helia/bitswap";
import { withLibp2pLight } from "@helia/libp2p";
import { identify } from "@libp2p/identify";
import { tcp } from "@libp2p/tcp";
import { multiaddr, type Multiaddr } from "@multiformats/multiaddr";
import { MemoryDatastore } from "datastore-core";
import { createHeliaLight } from "helia";
import type { BlockFolder } from "./block-folder.ts";
import { loadPeerKey } from "./peer-key.ts";
import { PinFolder } from "./pin-folder.ts";

type Settings = Readonly<{
  folder: string;
  blocks: BlockFolder;
  listen: readonly string[];
  /** The only nodes that are ever dialled. */
  peers: readonly string[];
}>;

export type HeliaNode = Awaited<ReturnType<typeof startHelia>>;
type Blockstore = NonNullable<Parameters<typeof createHeliaLight>[0]>["blockstore"] & {};

/**
 * Helia with nothing it was not given: TCP at the configured address, Noise, Yamux, Identify and Bitswap. No
 * bootstrap list, no routing, no gateways, no discovery, no relay: Helia's own defaults have all of these.
 */
export async function startHelia({ folder, blocks, listen, peers }: Settings) {
  const dialled = peers.map((peer) => multiaddr(peer));
  const light = createHeliaLight({
    blockstore: asBlockstore(blocks, { keeps: false }),
    datastore: new PinFolder(`${folder}/pins`),
  });
  const connected = withLibp2pLight(light, {
    privateKey: await loadPeerKey(`${folder}/peer-key`),
    // Known peers are not kept: strangers must not fill the disk.
    datastore: new MemoryDatastore(),
    addresses: { listen: [...listen] },
    transports: [tcp()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    services: { identify: identify() },
    connectionGater: { denyDialMultiaddr: (to) => !dialled.some((peer) => leadsTo(peer, to)) },
  });
  const helia = await withBitswap(connected).start();
  return { helia, dialled };
}

/** What an address becomes when it is dialled may have lost or gained the name of the peer. */
function leadsTo(peer: Multiaddr, to: Multiaddr): boolean {
  const place = (address: Multiaddr) => address.toString().replace(/\/p2p\/[^/]+$/, "");
  return place(peer) === place(to);
}

/** The folder as Helia's modules see it. What the node fetches for a reader passes through and is not kept. */
export function asBlockstore(blocks: BlockFolder, { keeps }: Readonly<{ keeps: boolean }>): Blockstore {
  const store: Pick<Blockstore, "has" | "get" | "put"> = {
    has: async (cid) => (await blocks.get(cid)) !== undefined,
    async *get(cid) {
      const block = await blocks.get(cid);
      if (!block) throw Object.assign(new Error("there is no such block"), { name: "NotFoundError" });
      yield block;
    },
    put: async (cid, block) => {
      if (keeps) await blocks.put(cid, block as Uint8Array);
      return cid;
    },
  };
  return store as Blockstore;
}
