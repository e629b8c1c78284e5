import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { multiaddr } from "@multiformats/multiaddr";
import { CID } from "multiformats/cid";
import { describe, expect, onTestFinished, test } from "vitest";
import { createBlockFolder } from "../../../parts/ipfs/node/block-folder.ts";
import { startHelia, type HeliaNode } from "../../../parts/ipfs/node/helia-node.ts";
import { faultOf, openTestIpfs, plenty } from "../../support/ipfs-node.ts";
import { until } from "../../support/until.ts";

const onlyHere = "/ip4/127.0.0.1/tcp/0";

async function start(dataDir: string, peers: readonly string[] = []): Promise<HeliaNode["helia"]> {
  const folder = join(dataDir, "ipfs");
  const blocks = createBlockFolder(join(folder, "blocks"));
  const { helia } = await startHelia({ folder, blocks, listen: [onlyHere], peers });
  onTestFinished(async () => void (await helia.stop()));
  return helia;
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "assay-ipfs-"));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Every connection this process opens and every UDP socket it makes. */
function watchSockets(): { outgoing: Socket[]; udp: unknown[] } {
  const seen = { outgoing: [] as Socket[], udp: [] as unknown[] };
  const onOutgoing = (message: unknown): unknown =>
    seen.outgoing.push((message as { socket: Socket }).socket);
  const onUdp = (message: unknown): unknown => seen.udp.push(message);
  subscribe("net.client.socket", onOutgoing);
  subscribe("udp.socket", onUdp);
  onTestFinished(() => {
    unsubscribe("net.client.socket", onOutgoing);
    unsubscribe("udp.socket", onUdp);
  });
  return seen;
}

describe("without peers a node", () => {
  test("opens no connection, whatever is published or read", async () => {
    const sockets = watchSockets();
    await using ipfs = await openTestIpfs();
    await ipfs.publishFile(Buffer.from("hello"), plenty().signal);
    expect(await faultOf(ipfs.read(`f01701220${"ab".repeat(32)}`, [], plenty()))).toBe("content_unavailable");
    expect(sockets).toEqual({ outgoing: [], udp: [] });

    // And it would have been seen.
    await using other = await openTestIpfs({ peers: ipfs.addresses() });
    await until(() => sockets.outgoing.length > 0);
    expect(other.addresses()).toHaveLength(1);
  });

  test("listens on this machine only", async () => {
    await using ipfs = await openTestIpfs();
    expect(ipfs.addresses()).toHaveLength(1);
    expect(ipfs.addresses()[0]).toMatch(/^\/ip4\/127\.0\.0\.1\/tcp\/\d+\/p2p\/12D3Koo\w+$/);
  });

  test("supports Identify and Bitswap, and no other protocol", async () => {
    const { libp2p } = await start(await makeFolder());
    expect(libp2p.getProtocols().toSorted()).toEqual(["/ipfs/bitswap/1.2.0", "/ipfs/id/1.0.0"]);
    expect(Object.keys(libp2p.services)).toEqual(["identify"]);
    expect(libp2p.getConnections()).toEqual([]);
    expect(libp2p.getDialQueue()).toEqual([]);
  });
});

test("a node dials its configured peers and refuses to dial another", async () => {
  const [known, stranger] = [await start(await makeFolder()), await start(await makeFolder())];
  const { libp2p } = await start(await makeFolder(), [String(known.libp2p.getMultiaddrs()[0])]);
  await libp2p.dial(known.libp2p.getMultiaddrs());
  expect(libp2p.getConnections()).toHaveLength(1);
  const refused = libp2p.dial(multiaddr(String(stranger.libp2p.getMultiaddrs()[0])));
  await expect(refused).rejects.toThrow(/gater/);
});

test("published content is pinned, and stays pinned for the next process", async () => {
  const dataDir = await makeFolder();
  const ipfs = await openTestIpfs({ dataDir });
  const { cid } = await ipfs.publishDirectory({ "42": Buffer.from("hello") }, plenty().signal);
  await ipfs[Symbol.asyncDispose]();
  const { pins } = await start(dataDir);
  expect(await pins.isPinned(CID.parse(cid))).toBe(true);
  expect((await Array.fromAsync(pins.ls())).map((pin) => pin.cid.toString())).toEqual([cid]);
  expect(await pins.isPinned(CID.parse("bafybeidskjjd4zmr7oh6ku6wp72vvbxyibcli2r6if3ocdcy7jjjusvl2u"))).toBe(
    false,
  );
});
