import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { IpfsSettings } from "../../../parts/ipfs/open-ipfs.ts";
import { faultOf, openTestIpfs, plenty, type TestIpfs } from "../../support/ipfs-node.ts";
import type { Offer } from "../../support/ipfs-offer.ts";
import { startIpfsStandIn, type IpfsStandIn } from "../../support/ipfs-stand-in.ts";
import { helloDirectory, helloFile, testIpfs } from "./suite.ts";

let kubo: IpfsStandIn;
beforeAll(async () => {
  kubo = await startIpfsStandIn();
});
afterAll(async () => kubo[Symbol.asyncDispose]());

describe("a Kubo endpoint as a node", () => {
  testIpfs(async (settings) => openTestIpfs({ ...settings, apiUrl: kubo.apiUrl }));
});

type Opened = Readonly<{ node: IpfsStandIn; ipfs: TestIpfs }>;

async function open(offer: Offer = {}, settings: Partial<IpfsSettings> = {}): Promise<Opened> {
  const node = await startIpfsStandIn(offer);
  const ipfs = await openTestIpfs({ apiUrl: node.apiUrl, ...settings });
  onTestFinished(async () => {
    await ipfs[Symbol.asyncDispose]();
    await node[Symbol.asyncDispose]();
  });
  return { node, ipfs };
}

const hello = Buffer.from("hello");
const publishHello = async ({ ipfs }: Opened): Promise<object> =>
  ipfs.publishDirectory({ "42": hello }, plenty().signal);

describe("publishing to Kubo", () => {
  test("pins, and requests dag-pb leaves under version 1", async () => {
    const opened = await open();
    await publishHello(opened);
    const { path, query } = opened.node.requests[0]!;
    expect(path).toBe("/api/v0/add");
    expect(Object.fromEntries(query)).toMatchObject({
      pin: "true",
      "cid-version": "1",
      "raw-leaves": "false",
    });
    expect([...opened.node.pins]).toEqual([helloDirectory.cid]);
  });

  test("reads back without the network", async () => {
    const opened = await open();
    await publishHello(opened);
    const [, ...back] = opened.node.requests;
    expect(back.length).toBeGreaterThan(0);
    for (const { path, query } of back)
      expect([path, query.get("offline")]).toEqual(["/api/v0/block/get", "true"]);
  });

  test("checks the address that the node returns", async () => {
    const opened = await open();
    opened.node.failNext({ says: JSON.stringify({ Name: "", Hash: helloFile.cid, Size: "5" }) });
    expect(await faultOf(publishHello(opened))).toBe("content_unavailable");
  });

  test("accepts another layout of the same files, and no bare file that its digest would not lead to", async () => {
    const { ipfs, node } = await open({ rawLeavesOnly: true });
    const files = { a: hello, b: randomBytes(600_000) };
    const { cid } = await ipfs.publishDirectory(files, plenty().signal);
    expect(await ipfs.readHeld(cid, ["b"], plenty())).toEqual(files.b);
    expect([...node.pins]).toEqual([cid]);
    expect(await faultOf(ipfs.publishFile(hello, plenty().signal))).toBe("content_unavailable");
  });

  test("fails when the content is missing afterwards", async () => {
    const opened = await open();
    const { node } = opened;
    node.delay(async () => {
      if (node.requests.at(-1)?.path === "/api/v0/block/get")
        for (const cid of node.addresses) node.drop(cid);
    });
    expect(await faultOf(publishHello(opened))).toBe("content_unavailable");
  });

  test.for([
    { status: 500 },
    { status: 504 },
    { status: 404 },
    "reset",
    { says: "" },
    { says: "{" },
  ] as const)("fails with %j temporarily and succeeds later", async (how) => {
    const opened = await open();
    opened.node.failNext(how);
    expect(await faultOf(publishHello(opened))).toBe("content_unavailable");
    expect(await publishHello(opened)).toEqual(helloDirectory);
  });

  test("ends with its signal when the node does not answer", async () => {
    const { ipfs, node } = await open();
    node.fail("hang");
    expect(await faultOf(ipfs.publishFile(hello, AbortSignal.timeout(50)))).toBe("content_unavailable");
    const reason = new Error("stopping");
    const stopping = new AbortController();
    const publishing = ipfs.publishFile(hello, stopping.signal);
    stopping.abort(reason);
    await expect(publishing).rejects.toBe(reason);
  });

  test("is refused for a process that only reads", async () => {
    const { ipfs, node } = await open({}, { readOnly: true });
    await expect(ipfs.publishFile(hello, plenty().signal)).rejects.toThrow("only reads");
    expect(node.requests).toEqual([]);
  });
});

describe.for<[string, Offer]>([
  ["blocks", {}],
  ["finished files", { raw: false }],
])("a node that accepts content and returns none, beside a gateway with %s,", ([, gives]) => {
  const addOnly = { ...gives, blockGet: false, cat: false };

  test("is read through the gateway after publishing", async () => {
    await using node = await startIpfsStandIn(addOnly);
    await using ipfs = await openTestIpfs({ apiUrl: node.apiUrl, gatewayUrls: [node.gatewayUrl] });
    expect(await ipfs.publishDirectory({ "42": hello }, plenty().signal)).toEqual(helloDirectory);
    expect(await ipfs.publishFile(hello, plenty().signal)).toEqual(helloFile);
    expect(await ipfs.readHeld(helloFile.cid, [], plenty())).toBeUndefined();
  });

  test("publishes nothing that counts when the gateway is missing", async () => {
    expect(await faultOf(publishHello(await open(addOnly)))).toBe("content_unavailable");
  });
});

describe("reading from Kubo", () => {
  test("uses files when the node returns no blocks", async () => {
    const { ipfs, node } = await open({ blockGet: false });
    const bytes = randomBytes(600_000);
    expect(await ipfs.read((await node.put(bytes)).cid, [], plenty())).toEqual(bytes);
    const { cid } = await node.put({ files: { "metadata.json": "{}" } });
    expect(String(await ipfs.read(cid, ["metadata.json"], plenty()))).toBe("{}");
    const large = await node.put(randomBytes(2_000_000));
    expect(await faultOf(ipfs.read(large.cid, [], plenty(1_048_576)))).toBe("too_large");
  });

  test("checks the content from the node", async () => {
    const { ipfs, node } = await open();
    const { cid } = await node.put("hello");
    node.fail("wrong bytes");
    expect(await faultOf(ipfs.read(cid, [], plenty()))).toBe("content_invalid");
    expect(await ipfs.readHeld(cid, [], plenty())).toBeUndefined();
  });

  test("continues at a gateway when the node is down", async () => {
    await using gateway = await startIpfsStandIn();
    const { ipfs, node } = await open({}, { gatewayUrls: [gateway.gatewayUrl] });
    node.fail({ status: 503 });
    const { cid } = await gateway.put("hello");
    expect(String(await ipfs.read(cid, [], plenty()))).toBe("hello");
  });
});

describe("a Kubo endpoint", () => {
  test("gets name and password in a header", async () => {
    const node = await startIpfsStandIn();
    const apiUrl = node.apiUrl.replace("//", "//us%40er:pa%3Ass@");
    await using ipfs = await openTestIpfs({ apiUrl });
    await ipfs.ping();
    expect(node.requests[0]?.headers.authorization).toBe(`Basic ${btoa("us@er:pa:ss")}`);
    await node[Symbol.asyncDispose]();
    expect(await faultOf(ipfs.ping())).toBe("content_unavailable");
  });

  test("is usable even if it offers only add", async () => {
    const { ipfs, node } = await open();
    node.failNext({ status: 404 });
    await expect(ipfs.ping()).resolves.toBeUndefined();
    node.failNext({ status: 502 });
    expect(await faultOf(ipfs.ping())).toBe("content_unavailable");
  });
});
