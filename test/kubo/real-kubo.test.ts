import { randomBytes } from "node:crypto";
import { multiaddr } from "@multiformats/multiaddr";
import { create } from "kubo-rpc-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveRequest } from "../../parts/ipfs/reading/resolve-request.ts";
import { testIpfs } from "../parts/ipfs/suite.ts";
import { faultOf, openTestIpfs, plenty, type TestIpfs } from "../support/ipfs-node.ts";

const { KUBO_API_URL: apiUrl = "", KUBO_GATEWAY_URL: gatewayUrl = "" } = process.env;
const client = create({ url: apiUrl });

describe("a real Kubo", () => {
  testIpfs(async (settings) => openTestIpfs({ ...settings, apiUrl }));
});

describe("through the gateway of a real Kubo", () => {
  let reader: TestIpfs;
  beforeAll(async () => {
    reader = await openTestIpfs({ readOnly: true, gatewayUrls: [gatewayUrl] });
  });
  afterAll(async () => reader[Symbol.asyncDispose]());

  test.for([
    ["a bare dag-pb file", { rawLeaves: false }, "f01701220"],
    ["a bare file in several blocks", { rawLeaves: true }, "f01701220"],
    ["a raw leaf", { rawLeaves: true }, "f01551220"],
    ["a directory", { rawLeaves: true, wrapWithDirectory: true }, "f01701220"],
    ["a directory of version 0", { cidVersion: 0, wrapWithDirectory: true }, "f01701220"],
  ] as const)("%s is resolved from its digest", async ([what, options, prefix]) => {
    const content = randomBytes(what.includes("several") ? 600_000 : 500);
    const files = [{ path: "metadata.json", content }];
    const added = await Array.fromAsync(client.addAll(files, { cidVersion: 1, ...options }));
    const digest = Buffer.from(added.at(-1)!.cid.multihash.digest).toString("hex");
    const found = await resolveRequest(reader, `0x${digest}`, plenty());
    expect(content.equals(found.bytes)).toBe(true);
    expect(found.cid).toBe(prefix + digest);
  });

  test("unknown content is reported as unavailable", async () => {
    expect(await faultOf(resolveRequest(reader, `0x${"ab".repeat(32)}`, plenty()))).toBe(
      "content_unavailable",
    );
  });
});

test("published content is pinned", async () => {
  await using ipfs = await openTestIpfs({ apiUrl });
  const { cid } = await ipfs.publishDirectory({ "42": randomBytes(100) }, plenty().signal);
  const pins = await Array.fromAsync(client.pin.ls({ type: "recursive" }));
  expect(pins.map((pin) => pin.cid.toString())).toContain(cid);
});

test("a real Kubo and an embedded node fetch blocks from each other", async () => {
  const sociable = create({ url: process.env["SOCIABLE_KUBO_API_URL"] ?? "" });
  await using node = await openTestIpfs();
  const ours = randomBytes(600_000);
  const { cid } = await node.publishDirectory({ "42": ours }, plenty().signal);
  const { cid: theirs } = await sociable.add(randomBytes(600_000), { cidVersion: 1, rawLeaves: false });
  await sociable.swarm.connect(multiaddr(node.addresses()[0]!));
  const fetched = Buffer.concat(await Array.fromAsync(sociable.cat(`${cid}/42`, plenty())));
  expect(ours.equals(fetched)).toBe(true);
  expect(await node.read(theirs.toString(), [], plenty())).toHaveLength(600_000);
});
