import { randomBytes } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { faultOf, openTestIpfs, plenty, type TestIpfs } from "../../support/ipfs-node.ts";
import type { Shape } from "../../support/ipfs-shelf.ts";
import type { Offer } from "../../support/ipfs-offer.ts";
import { startIpfsStandIn, type IpfsStandIn } from "../../support/ipfs-stand-in.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { until } from "../../support/until.ts";

async function start(offer: Offer = {}): Promise<IpfsStandIn> {
  const gateway = await startIpfsStandIn(offer);
  onTestFinished(async () => gateway[Symbol.asyncDispose]());
  return gateway;
}

/** Has no content, so that all reads use the gateways. */
async function readerOf(gateways: readonly IpfsStandIn[], settings = {}): Promise<TestIpfs> {
  const gatewayUrls = gateways.map(({ gatewayUrl }) => gatewayUrl);
  const reader = await openTestIpfs({ readOnly: true, gatewayUrls, ...settings });
  onTestFinished(async () => reader[Symbol.asyncDispose]());
  return reader;
}

const kinds: [string, Offer][] = [
  ["that returns blocks", {}],
  ["that returns finished files only", { raw: false }],
  ["that knows addresses in one spelling only", { raw: false, everySpelling: false }],
];
const shapes: Shape[] = ["dag-pb", "raw leaves", "version 0"];

describe.for(kinds)("a gateway %s", ([, offer]) => {
  test.for(shapes)("returns a file and a directory stored as %s", async (shape) => {
    const gateway = await start(offer);
    const reader = await readerOf([gateway]);
    for (const length of [0, 10, 262_145, 1_500_000]) {
      const bytes = randomBytes(length);
      const file = await gateway.put(bytes, shape);
      expect(bytes.equals(await reader.read(file.cid, [], plenty()))).toBe(true);
      const directory = await gateway.put({ files: { "metadata.json": bytes } }, shape);
      expect(bytes.equals(await reader.read(directory.cid, ["metadata.json"], plenty()))).toBe(true);
    }
  });

  test("returns content for another spelling of its address", async () => {
    const gateway = await start(offer);
    await gateway.put("hello");
    const reader = await readerOf([gateway]);
    const base32 = "bafybeid3weurg3gvyoi7nisadzolomlvoxoppe2sesktnpvdve3256n5tq";
    expect(await reader.read(base32, [], plenty())).toEqual(Buffer.from("hello"));
  });

  test("returns JSON if the address says so, and nothing else there", async () => {
    const gateway = await start(offer);
    const reader = await readerOf([gateway]);
    const { cid } = await gateway.put('{ "requestId": 79228162514264337593543950336 }', "json");
    expect(String(await reader.read(cid, [], plenty()))).toBe(
      '{ "requestId": 79228162514264337593543950336 }',
    );
    const { cid: broken } = await gateway.put("{", "json");
    expect(await faultOf(reader.read(broken, [], plenty()))).toBe("content_invalid");
  });

  test("leaves content unavailable that it does not have", async () => {
    const gateway = await start(offer);
    const reader = await readerOf([gateway]);
    expect(await faultOf(reader.read(`f01701220${"ab".repeat(32)}`, ["x"], plenty()))).toBe(
      "content_unavailable",
    );
  });

  test("is not read beyond the limit", async () => {
    const gateway = await start(offer);
    const reader = await readerOf([gateway]);
    const { cid } = await gateway.put(randomBytes(2_000_000));
    expect(await faultOf(reader.read(cid, [], plenty(1_048_576)))).toBe("too_large");
    gateway.fail("endless");
    const other = await gateway.put("short");
    expect(await faultOf(reader.read(other.cid, [], plenty(1_048_576)))).toBe("too_large");
  });

  test("is not believed when its bytes are wrong", async () => {
    const gateway = await start(offer);
    const reader = await readerOf([gateway]);
    const { cid } = await gateway.put({ files: { "metadata.json": "{}" } });
    gateway.fail("wrong bytes");
    expect(await faultOf(reader.read(cid, ["metadata.json"], plenty()))).toBe("content_invalid");
    expect(await faultOf(reader.read(cid, [], plenty()))).toBe("content_invalid");
  });
});

test("a directory of several files cannot be proven by a gateway without blocks", async () => {
  const gateway = await start({ raw: false });
  const reader = await readerOf([gateway]);
  const { cid } = await gateway.put({ files: { "metadata.json": "{}", other: "x" } });
  expect(await faultOf(reader.read(cid, ["metadata.json"], plenty()))).toBe("content_invalid");
});

test("names in a path reach the gateway unchanged", async () => {
  const gateway = await start({ raw: false });
  const reader = await readerOf([gateway]);
  const name = "ä ?a=b#c%2F&.json";
  const { cid } = await gateway.put({ files: { [name]: "x" } });
  expect(String(await reader.read(cid, [name], plenty()))).toBe("x");
});

describe("a gateway that fails", () => {
  test.for([{ status: 504 }, { status: 500 }, { status: 429 }, "reset"] as const)(
    "leaves content unavailable until it recovers: %j",
    async (how) => {
      const gateway = await start();
      const reader = await readerOf([gateway]);
      const { cid } = await gateway.put("hello");
      gateway.failNext(how, 2);
      for (let n = 0; n < 2; n += 1)
        expect(await faultOf(reader.read(cid, [], plenty()))).toBe("content_unavailable");
      expect(gateway.requests.length).toBe(2);
      expect(String(await reader.read(cid, [], plenty()))).toBe("hello");
    },
  );

  test("is given up at its time limit when it does not answer", async () => {
    const clock = manualClock();
    const gateway = await start();
    const reader = await readerOf([gateway], { clock, timeoutMs: 10_000 });
    const { cid } = await gateway.put("hello");
    gateway.failNext("hang");
    const reading = faultOf(reader.read(cid, [], plenty()));
    await until(() => gateway.requests.length === 1);
    await clock.advance(9999);
    expect(gateway.requests.length).toBe(1);
    await clock.advance(1);
    expect(await reading).toBe("content_unavailable");
  });

  test.for([
    { status: 504 },
    { status: 404 },
    "reset",
    "wrong bytes",
    "endless",
    { redirect: "http://127.0.0.1:1/" },
  ] as const)("does not block the next: %j", async (how) => {
    const [bad, good] = [await start(), await start()];
    bad.fail(how);
    const reader = await readerOf([bad, good]);
    const bytes = randomBytes(600_000);
    const { cid } = await good.put(bytes);
    expect(bytes.equals(await reader.read(cid, [], plenty()))).toBe(true);
    // Once, in two spellings, as a block and as a file: the rest comes from the one that had the first block.
    expect(bad.requests.length).toBeLessThanOrEqual(4);
  });

  test("temporarily counts for more than one with wrong content", async () => {
    const [lying, down] = [await start(), await start()];
    lying.fail("wrong bytes");
    down.fail({ status: 503 });
    const reader = await readerOf([lying, down]);
    expect(await faultOf(reader.read(`f01701220${"ab".repeat(32)}`, [], plenty()))).toBe(
      "content_unavailable",
    );
  });
});

describe("the reader", () => {
  test("calls nobody else when the gateway redirects it", async () => {
    const [gateway, elsewhere] = [await start(), await start()];
    const { cid } = await elsewhere.put("secret");
    gateway.fail({ redirect: `${elsewhere.gatewayUrl}/ipfs/${cid}` });
    const reader = await readerOf([gateway]);
    expect(await faultOf(reader.read(cid, [], plenty()))).toBe("content_unavailable");
    expect(elsewhere.requests).toEqual([]);
  });

  const good = "bafybeid3weurg3gvyoi7nisadzolomlvoxoppe2sesktnpvdve3256n5tq";
  test.for([
    "",
    "..",
    "../../etc/passwd",
    "@127.0.0.1:8080/x",
    `${good}/../secret`,
    `${good}?x=`,
    `${good}#`,
    `${good}%2f..`,
    `${good} `,
    good.toUpperCase(),
    good.replace("bafy", "BAFY"),
    // Another hash, another length, another codec, and a digest that is the content itself.
    "f0170a0e40220" + "ab".repeat(32),
    "f01701210" + "ab".repeat(16),
    "f01711220" + "ab".repeat(32),
    "f01700005" + "68656c6c6f".repeat(12),
    "f01701220" + "AB".repeat(32),
    "f0170122" + "ab".repeat(32),
    "m" + "ab".repeat(40),
  ])("calls nobody for the invalid address %j", async (address) => {
    const gateway = await start();
    const reader = await readerOf([gateway]);
    expect(await faultOf(reader.read(address, [], plenty()))).toBe("content_invalid");
    expect(gateway.requests).toEqual([]);
  });

  test.for(["..", ".", "", "a/../../b", "\u0000", "\\", "x".repeat(256), "\ud800"])(
    "calls nobody for the invalid name %j in a path",
    async (name) => {
      const gateway = await start({ raw: false });
      const reader = await readerOf([gateway]);
      expect(await faultOf(reader.read(good, [name], plenty()))).toBe("content_invalid");
      expect(gateway.requests).toEqual([]);
    },
  );

  test("calls the gateway with valid addresses only", async () => {
    const gateway = await start();
    const reader = await readerOf([gateway]);
    const { cid } = await gateway.put({ files: { a: randomBytes(300_000) } });
    await reader.read(cid, ["a"], plenty());
    for (const { path, query } of gateway.requests) {
      expect(path).toMatch(/^\/ipfs\/(?:bafy|f0170)[a-z0-9]+$/);
      expect([...query]).toEqual([["format", "raw"]]);
    }
  });
});
