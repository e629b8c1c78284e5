import { encode, prepare } from "@ipld/dag-pb";
import { UnixFS, type UnixFSOptions } from "ipfs-unixfs";
import { base16 } from "multiformats/bases/base16";
import { CID } from "multiformats/cid";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { faultOf, openTestIpfs, plenty, type TestIpfs } from "../../support/ipfs-node.ts";
import { startIpfsStandIn, type IpfsStandIn } from "../../support/ipfs-stand-in.ts";

let gateway: IpfsStandIn;
let reader: TestIpfs;
beforeEach(async () => {
  gateway = await startIpfsStandIn();
  reader = await openTestIpfs({ readOnly: true, gatewayUrls: [gateway.gatewayUrl] });
  onTestFinished(async () => {
    await reader[Symbol.asyncDispose]();
    await gateway[Symbol.asyncDispose]();
  });
});

type Link = Readonly<{ to: string; name?: string }>;

/** Any node, however broken; its address. */
async function put(unixfs: UnixFSOptions, links: readonly Link[] = []): Promise<string> {
  const node = prepare({
    Data: new UnixFS(unixfs).marshal(),
    Links: links.map(({ to, name = "" }) => ({ Hash: CID.parse(to, base16), Name: name, Tsize: 1 })),
  });
  return (await gateway.putBlock(encode(node))).cid;
}

const leaf = async (text: string): Promise<string> => put({ type: "file", data: Buffer.from(text) });
const read = async (cid: string, maxBytes = 1000): Promise<string> =>
  String(await reader.read(cid, [], plenty(maxBytes)));

describe("a file", () => {
  test("is read from its parts in order, through several levels, with data in inner nodes", async () => {
    const [a, b, c] = [await leaf("aa"), await leaf("bbb"), await leaf("c")];
    const inner = await put({ type: "file", data: Buffer.from("-"), blockSizes: [2n, 3n] }, [
      { to: a },
      { to: b },
    ]);
    const root = await put({ type: "file", blockSizes: [6n, 1n, 2n] }, [{ to: inner }, { to: c }, { to: a }]);
    expect(await read(root)).toBe("-aabbbcaa");
  });

  test("is read when its leaves are of UnixFS type raw", async () => {
    const a = await put({ type: "raw", data: Buffer.from("raw") });
    expect(await read(await put({ type: "file", blockSizes: [3n] }, [{ to: a }]))).toBe("raw");
  });
});

describe("a file, without harm to the process,", () => {
  let unhandled: unknown[];
  beforeEach(() => {
    unhandled = [];
    const note = (reason: unknown): unknown => unhandled.push(reason);
    process.on("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
  });

  /** The fault, and any other error that nothing caught. */
  async function outcome(cid: string): Promise<unknown[]> {
    const fault = await faultOf(read(cid));
    await new Promise(setImmediate);
    return [fault, ...unhandled];
  }

  test("is refused when an inner node deep inside is broken", async () => {
    const broken = await put({ type: "file", blockSizes: [1n, 1n] }, [{ to: await leaf("x") }]);
    const inner = await put({ type: "file", blockSizes: [2n] }, [{ to: broken }]);
    expect(await outcome(await put({ type: "file", blockSizes: [2n] }, [{ to: inner }]))).toEqual([
      "content_invalid",
    ]);
  });

  test("is refused when a part is longer or shorter than its parent says", async () => {
    const part = await leaf("four");
    for (const blockSizes of [[3n], [5n]])
      expect(await outcome(await put({ type: "file", blockSizes }, [{ to: part }]))).toEqual([
        "content_invalid",
      ]);
  });

  test("is refused when a part is a directory", async () => {
    const directory = await put({ type: "directory" });
    expect(await outcome(await put({ type: "file", blockSizes: [1n] }, [{ to: directory }]))).toEqual([
      "content_invalid",
    ]);
  });

  test("is refused when a part uses another hash than sha2-256", async () => {
    const elsewhere = `f0155${"a0e402"}20${"ab".repeat(32)}`;
    expect(await outcome(await put({ type: "file", blockSizes: [1n] }, [{ to: elsewhere }]))).toEqual([
      "content_invalid",
    ]);
  });

  test("is refused when it is a link, or a directory in several blocks, or not UnixFS", async () => {
    expect(await outcome(await put({ type: "symlink", data: Buffer.from("/etc/passwd") }))).toEqual([
      "content_invalid",
    ]);
    expect(await outcome(await put({ type: "hamt-sharded-directory", fanout: 256n }))).toEqual([
      "content_invalid",
    ]);
    expect(await outcome((await gateway.putBlock(encode({ Links: [] }))).cid)).toEqual(["content_invalid"]);
    expect(await outcome((await gateway.putBlock(Buffer.from("{}"))).cid)).toEqual(["content_invalid"]);
  });

  test("is refused when it claims to be larger than the limit, before any part is requested", async () => {
    const part = await leaf("x");
    const root = await put({ type: "file", blockSizes: [2n ** 60n] }, [{ to: part }]);
    expect(await outcome(root)).toEqual(["too_large"]);
    expect(gateway.requests.length).toBe(1);
  });

  test("is refused when a part is missing", async () => {
    const part = await leaf("gone");
    const root = await put({ type: "file", blockSizes: [4n] }, [{ to: part }]);
    gateway.drop(part);
    expect(await outcome(root)).toEqual(["content_unavailable"]);
  });

  test("is refused when it has many levels of nodes around one byte", async () => {
    let tower = await leaf("x");
    for (let level = 0; level < 500; level += 1)
      tower = await put({ type: "file", blockSizes: [1n] }, [{ to: tower }]);
    expect(await outcome(tower)).toEqual(["too_large"]);
  });

  test("is refused when its blocks are padded with other data", async () => {
    const stuffed = async (text: string): Promise<string> =>
      put({ type: "file", data: Buffer.from(text), blockSizes: [0n] }, [
        { to: nothing, name: "n".repeat(1_500_000) + text },
      ]);
    const nothing = await leaf("");
    const parts = await Promise.all(["a", "b", "c", "d"].map(stuffed));
    const root = await put(
      { type: "file", blockSizes: [1n, 1n, 1n, 1n] },
      parts.map((to) => ({ to })),
    );
    expect(await outcome(root)).toEqual(["too_large"]);
  });
});

test("a tree of empty parts that doubles at every level is read at once", async () => {
  let tree = await leaf("");
  for (let level = 0; level < 60; level += 1)
    tree = await put({ type: "file", blockSizes: [0n, 0n] }, [{ to: tree }, { to: tree }]);
  expect(await read(tree)).toBe("");
  expect(gateway.requests.length).toBe(1);
});

test("a block that is used repeatedly is requested once", async () => {
  const part = await leaf("ab");
  const root = await put(
    { type: "file", blockSizes: Array(100).fill(2n) as bigint[] },
    Array(100).fill({ to: part }) as Link[],
  );
  expect(await read(root)).toBe("ab".repeat(100));
  expect(gateway.requests.length).toBe(2);
});

test("names in a directory are compared exactly", async () => {
  const directory = await put({ type: "directory" }, [{ to: await leaf("yes"), name: "__proto__" }]);
  expect(String(await reader.read(directory, ["__proto__"], plenty()))).toBe("yes");
  expect(await faultOf(reader.read(directory, ["constructor"], plenty()))).toBe("content_invalid");
});
