import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ipfs } from "../../../parts/ipfs/ipfs.ts";
import { faultOf, plenty } from "../../support/ipfs-node.ts";
import { startIpfsStandIn, type IpfsStandIn } from "../../support/ipfs-stand-in.ts";

export const helloFile = {
  cid: "bafybeid3weurg3gvyoi7nisadzolomlvoxoppe2sesktnpvdve3256n5tq",
  digest: "0x7bb129136cd5c391f6a2401e5cb7317575dcf79352249536bea3a937aef9bd9c",
} as const;
export const helloDirectory = {
  cid: "bafybeib5eq56yhhsty7tkjc3qdizviwjycvzpnxxgeb4x35phyrukmpova",
  digest: "0x3d243bec1cf29e3f35245b80d19aa2c9c0ab97b6f73103cbefaf3e234531eea8",
} as const;

type Open = (settings: Readonly<{ gatewayUrls: readonly string[] }>) => Promise<Ipfs>;

/** The contract of every IPFS node. */
export function testIpfs(open: Open): void {
  let gateway: IpfsStandIn;
  let ipfs: Ipfs;
  beforeAll(async () => {
    gateway = await startIpfsStandIn();
    ipfs = await open({ gatewayUrls: [gateway.gatewayUrl] });
  });
  afterAll(async () => {
    await ipfs?.[Symbol.asyncDispose]();
    await gateway?.[Symbol.asyncDispose]();
  });
  const hello = Buffer.from("hello");

  describe("publishing", () => {
    test("a bare file has the dag-pb address that readers compute from its digest", async () => {
      expect(await ipfs.publishFile(hello, plenty().signal)).toEqual(helloFile);
    });

    test("a directory has the same address as elsewhere for the same files", async () => {
      expect(await ipfs.publishDirectory({ "42": hello }, plenty().signal)).toEqual(helloDirectory);
    });

    test("the same files have the same address, in any order and when repeated", async () => {
      const [a, b] = [randomBytes(20), randomBytes(300_000)];
      const first = await ipfs.publishDirectory({ a, b }, plenty().signal);
      expect(await ipfs.publishDirectory({ b, a }, plenty().signal)).toEqual(first);
      expect(await ipfs.publishDirectory({ a, b }, plenty().signal)).toEqual(first);
      expect(await ipfs.publishDirectory({ a, c: b }, plenty().signal)).not.toEqual(first);
    });

    test("the same content can be published many times at once", async () => {
      const files = { verdict: randomBytes(2000) };
      const all = await Promise.all(
        Array.from({ length: 8 }, async () => ipfs.publishDirectory(files, plenty().signal)),
      );
      expect(new Set(all.map(({ cid }) => cid)).size).toBe(1);
    });

    test.for([0, 1, 262_144, 262_145, 1_500_000])("a file of %d bytes reads back", async (length) => {
      const bytes = randomBytes(length);
      const { cid } = await ipfs.publishFile(bytes, plenty().signal);
      expect(bytes.equals(await ipfs.read(cid, [], plenty()))).toBe(true);
    });

    test.for(["a/b", "..", "", "a\0b", "a\\b"])("a file name %j is refused", async (name) => {
      expect(await faultOf(ipfs.publishDirectory({ [name]: hello }, plenty().signal))).toBe(
        "content_invalid",
      );
    });

    test("a directory without files is refused", async () => {
      expect(await faultOf(ipfs.publishDirectory({}, plenty().signal))).toBe("content_invalid");
    });
  });

  describe("stored content", () => {
    const unknown = "f01701220" + "00".repeat(32);

    test("is read by path, in every spelling of its address", async () => {
      const { cid, digest } = await ipfs.publishDirectory(
        { "42": hello, other: randomBytes(9) },
        plenty().signal,
      );
      for (const spelling of [cid, `f01701220${digest.slice(2)}`])
        expect(await ipfs.readHeld(spelling, ["42"], plenty())).toEqual(hello);
      await ipfs.publishFile(hello, plenty().signal);
      const version0 = "QmWfVY9y3xjsixTgbd9AorQxH7VtMpzfx2HaWtsoUYecaX";
      expect(await ipfs.readHeld(version0, [], plenty())).toEqual(hello);
    });

    test("is listed", async () => {
      const { cid } = await ipfs.publishDirectory({ b: hello, a: hello }, plenty().signal);
      expect(await ipfs.listHeld(cid, [], plenty())).toEqual(["a", "b"]);
      expect(await ipfs.listHeld(cid, ["a"], plenty())).toBeUndefined();
      expect(await ipfs.listHeld(unknown, [], plenty())).toBeUndefined();
    });

    test("does not include a gateway's content, and no gateway is called", async () => {
      const { cid } = await gateway.put(randomBytes(50));
      const asked = gateway.requests.length;
      expect(await ipfs.readHeld(cid, [], plenty())).toBeUndefined();
      expect(gateway.requests.length).toBe(asked);
      expect(await ipfs.read(cid, [], plenty())).toHaveLength(50);
      expect(await ipfs.readHeld(cid, [], plenty())).toBeUndefined();
    });

    test("has no file at a directory, at a missing name, or inside a file", async () => {
      const { cid } = await ipfs.publishDirectory({ "42": hello }, plenty().signal);
      for (const path of [[], ["43"], ["42", "deeper"], [".."], ["42/"]])
        expect(await ipfs.readHeld(cid, path, plenty())).toBeUndefined();
    });

    test("is read up to its length and not beyond a limit", async () => {
      const { cid } = await ipfs.publishFile(randomBytes(300_000), plenty().signal);
      expect(await ipfs.readHeld(cid, [], plenty(300_000))).toHaveLength(300_000);
      expect(await faultOf(ipfs.readHeld(cid, [], plenty(299_999)))).toBe("too_large");
    });
  });

  describe("reading", () => {
    test("finds content elsewhere that is not stored", async () => {
      const { cid } = await gateway.put({ files: { "metadata.json": "{}" } });
      expect(await ipfs.read(cid, ["metadata.json"], plenty())).toEqual(Buffer.from("{}"));
    });

    test("tells missing content from content that is not a file", async () => {
      expect(await faultOf(ipfs.read("f01701220" + "ab".repeat(32), [], plenty()))).toBe(
        "content_unavailable",
      );
      const { cid } = await ipfs.publishDirectory({ "42": hello }, plenty().signal);
      for (const path of [[], ["43"], ["42", "deeper"], ["..", "42"]])
        expect(await faultOf(ipfs.read(cid, path, plenty()))).toBe("content_invalid");
    });

    test("ends with its signal's reason, or, at a time limit, as unavailable", async () => {
      gateway.fail("hang");
      const reason = new Error("stopping");
      const missing = "f01701220" + "cd".repeat(32);
      const aborted = ipfs.read(missing, [], { maxBytes: 1, signal: AbortSignal.abort(reason) });
      await expect(aborted).rejects.toBe(reason);
      const late = ipfs.read(missing, [], { maxBytes: 1, signal: AbortSignal.timeout(50) });
      expect(await faultOf(late)).toBe("content_unavailable");
      gateway.heal();
    });
  });

  test("the node is ready", async () => {
    await expect(ipfs.ping()).resolves.toBeUndefined();
  });
}
