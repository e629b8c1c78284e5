import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openTestIpfs, faultOf, plenty, type TestIpfs } from "../../support/ipfs-node.ts";
import type { IpfsSettings } from "../../../parts/ipfs/open-ipfs.ts";
import { startIpfsStandIn } from "../../support/ipfs-stand-in.ts";
import { helloFile, testIpfs } from "./suite.ts";

describe("an embedded node", () => {
  testIpfs(openTestIpfs);
});

async function open(settings: Partial<IpfsSettings> = {}): Promise<TestIpfs> {
  const node = await openTestIpfs(settings);
  onTestFinished(async () => node[Symbol.asyncDispose]());
  return node;
}

const hello = Buffer.from("hello");

async function blockFiles({ dataDir }: TestIpfs): Promise<string[]> {
  const folder = join(dataDir, "ipfs", "blocks");
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

describe("an embedded node's folder", () => {
  test("keeps its content and its name for the next process", async () => {
    const keeper = await open();
    const { dataDir } = keeper;
    const first = await openTestIpfs({ dataDir });
    const [address] = first.addresses();
    await first.publishFile(hello, plenty().signal);
    await first[Symbol.asyncDispose]();
    const second = await open({ dataDir });
    expect(second.addresses()[0]?.split("/p2p/")[1]).toBe(address?.split("/p2p/")[1]);
    expect(await second.readHeld(helloFile.cid, [], plenty())).toEqual(hello);
  });

  test("can be read by another process while the node runs, and before the first start", async () => {
    const reader = await open({ readOnly: true });
    expect(await reader.readHeld(helloFile.cid, [], plenty())).toBeUndefined();
    expect(existsSync(join(reader.dataDir, "ipfs"))).toBe(false);
    const node = await open({ dataDir: reader.dataDir });
    await node.publishFile(hello, plenty().signal);
    expect(await reader.readHeld(helloFile.cid, [], plenty())).toEqual(hello);
    expect(reader.addresses()).toEqual([]);
    await expect(reader.publishFile(hello, plenty().signal)).rejects.toThrow("only reads");
  });

  test("has a key that only its owner can read", async () => {
    const { dataDir } = await open();
    const { mode } = await stat(join(dataDir, "ipfs", "peer-key"));
    expect(mode & 0o777).toBe(0o600);
  });

  test("ignores a block that a crash left unfinished, and publishing repairs it", async () => {
    const node = await open();
    const reader = await open({ dataDir: node.dataDir, readOnly: true });
    const { cid } = await node.publishFile(hello, plenty().signal);
    const [file = ""] = await blockFiles(node);
    const whole = await readFile(file);
    for (const damage of [
      async () => truncate(file, 3),
      async () => truncate(file, 0),
      async () => writeFile(file, "other"),
    ]) {
      await damage();
      expect(await reader.readHeld(cid, [], plenty())).toBeUndefined();
      expect(await faultOf(node.read(cid, [], plenty()))).toBe("content_unavailable");
      await node.publishFile(hello, plenty().signal);
      expect(await readFile(file)).toEqual(whole);
      expect(await reader.readHeld(cid, [], plenty())).toEqual(hello);
    }
  });

  test("does not store content that is read from others", async () => {
    await using gateway = await startIpfsStandIn();
    const node = await open({ gatewayUrls: [gateway.gatewayUrl] });
    const { cid } = await gateway.put(randomBytes(1_000_000));
    expect(await node.read(cid, [], plenty())).toHaveLength(1_000_000);
    expect(await blockFiles(node)).toEqual([]);
  });
});

describe("two nodes", () => {
  test("exchange blocks once one has dialled the other, and store only their own", async () => {
    const one = await open();
    const bytes = randomBytes(1_500_000);
    const { cid } = await one.publishDirectory({ verdict: bytes }, plenty().signal);
    const two = await open({ peers: one.addresses() });
    expect(bytes.equals(await readSoon(two, cid, ["verdict"]))).toBe(true);
    expect(await two.readHeld(cid, ["verdict"], plenty())).toBeUndefined();
    expect(await blockFiles(two)).toEqual([]);
    // Over the same connection the other way.
    const back = await two.publishFile(bytes, plenty().signal);
    expect(bytes.equals(await one.read(back.cid, [], plenty()))).toBe(true);
  });

  test("give up on each other in time and use a gateway", async () => {
    await using gateway = await startIpfsStandIn();
    const one = await open();
    const two = await open({ peers: one.addresses(), peerTimeoutMs: 100, gatewayUrls: [gateway.gatewayUrl] });
    await one.publishFile(hello, plenty().signal);
    await readSoon(two, helloFile.cid, []);
    const bytes = randomBytes(1_500_000);
    const { cid } = await gateway.put(bytes);
    expect(bytes.equals(await two.read(cid, [], plenty()))).toBe(true);
  });
});

/** The dial takes a moment; until then the content is not found. */
async function readSoon(node: TestIpfs, cid: string, path: readonly string[]): Promise<Uint8Array> {
  const { signal } = plenty();
  for (;;) {
    try {
      return await node.read(cid, path, plenty());
    } catch (error) {
      signal.throwIfAborted();
      if ((error as { code?: string }).code !== "content_unavailable") throw error;
    }
  }
}
