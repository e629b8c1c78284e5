import { randomBytes } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { resolveRequest } from "../../../parts/ipfs/reading/resolve-request.ts";
import { faultOf, openTestIpfs, plenty, type TestIpfs } from "../../support/ipfs-node.ts";
import type { Offer } from "../../support/ipfs-offer.ts";
import { startIpfsStandIn, type IpfsStandIn } from "../../support/ipfs-stand-in.ts";

const request = JSON.stringify({ prompt: "x = 1", tool: "python_code_validator" });

async function start(offer: Offer = {}): Promise<{ gateway: IpfsStandIn; reader: TestIpfs }> {
  const gateway = await startIpfsStandIn(offer);
  const reader = await openTestIpfs({ readOnly: true, gatewayUrls: [gateway.gatewayUrl] });
  onTestFinished(async () => {
    await reader[Symbol.asyncDispose]();
    await gateway[Symbol.asyncDispose]();
  });
  return { gateway, reader };
}

describe.for<[string, Offer]>([
  ["blocks", {}],
  ["finished files", { raw: false }],
  ["finished files, by one spelling,", { raw: false, everySpelling: false }],
])("a request at a gateway with %s", ([, offer]) => {
  test("is read as a bare file", async () => {
    const { gateway, reader } = await start(offer);
    const { digest, cid } = await gateway.put(request);
    const found = await resolveRequest(reader, digest, plenty());
    expect([String(found.bytes), found.cid]).toEqual([request, cid]);
    expect(cid).toMatch(/^f01701220/);
    expect(gateway.requests.length).toBe(1);
  });

  test("is read from a directory holding metadata.json", async () => {
    const { gateway, reader } = await start(offer);
    const { digest, cid } = await gateway.put({ files: { "metadata.json": request } });
    const found = await resolveRequest(reader, digest, plenty());
    expect([String(found.bytes), found.cid]).toEqual([request, cid]);
    expect(gateway.requests.length).toBe(2);
  });

  test("is read as a raw leaf", async () => {
    const { gateway, reader } = await start(offer);
    const { digest, cid } = await gateway.put(request, "raw leaves");
    const found = await resolveRequest(reader, digest, plenty());
    expect([String(found.bytes), found.cid]).toEqual([request, cid]);
    expect(cid).toMatch(/^f01551220/);
  });

  test("is read when it is longer than one block", async () => {
    const { gateway, reader } = await start(offer);
    const long = randomBytes(600_000);
    const { digest } = await gateway.put({ files: { "metadata.json": long } }, "raw leaves");
    expect(long.equals((await resolveRequest(reader, digest, plenty())).bytes)).toBe(true);
  });
});

test("one block tells a raw leaf from the other shapes", async () => {
  const { gateway, reader } = await start();
  const { digest } = await gateway.put(request, "raw leaves");
  await resolveRequest(reader, digest, plenty());
  expect(gateway.requests.length).toBe(1);
});

describe("a request", () => {
  test("is unreadable when no node has it, after a search for each shape", async () => {
    const { gateway, reader } = await start();
    expect(await faultOf(resolveRequest(reader, `0x${"ab".repeat(32)}`, plenty()))).toBe(
      "content_unavailable",
    );
    const paths = gateway.requests.map(({ path }) => path);
    for (const shape of [
      `f01701220${"ab".repeat(32)}`,
      `f01701220${"ab".repeat(32)}/metadata.json`,
      `f01551220${"ab".repeat(32)}`,
    ])
      expect(paths).toContain(`/ipfs/${shape}`);
  });

  test("is unreadable in a directory without metadata.json, and the directory's own bytes are not used", async () => {
    const { gateway, reader } = await start();
    const { digest } = await gateway.put({ files: { "another.json": request } });
    expect(await faultOf(resolveRequest(reader, digest, plenty()))).toBe("content_invalid");
  });

  test("is unreadable when it is longer than allowed", async () => {
    const { gateway, reader } = await start();
    for (const content of [randomBytes(2_000_000), { files: { "metadata.json": randomBytes(2_000_000) } }]) {
      const { digest } = await gateway.put(content);
      expect(await faultOf(resolveRequest(reader, digest, plenty(1_048_576)))).toBe("too_large");
    }
  });

  test("is unreadable when the gateway returns wrong content, and is retried while the gateway is down", async () => {
    const { gateway, reader } = await start();
    const { digest } = await gateway.put(request);
    gateway.fail("wrong bytes");
    expect(await faultOf(resolveRequest(reader, digest, plenty()))).toBe("content_invalid");
    gateway.heal();
    gateway.failNext("wrong bytes");
    gateway.failNext({ status: 504 }, 5);
    expect(await faultOf(resolveRequest(reader, digest, plenty()))).toBe("content_unavailable");
    gateway.heal();
    expect(String((await resolveRequest(reader, digest, plenty())).bytes)).toBe(request);
  });

  test.for([
    "",
    "0x",
    `0x${"ab".repeat(31)}`,
    `0x${"ab".repeat(33)}`,
    `0x${"zz".repeat(32)}`,
    "ab".repeat(32),
  ])("is unreadable by the digest %j", async (digest) => {
    const { gateway, reader } = await start();
    expect(await faultOf(resolveRequest(reader, digest, plenty()))).toBe("content_invalid");
    expect(gateway.requests).toEqual([]);
  });
});
