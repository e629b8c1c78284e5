import type { CID } from "multiformats/cid";
import { Fault } from "../faults.ts";
import type { Log } from "../../platform/log.ts";
import { checkPath, digestOf } from "./address.ts";
import type { Backend } from "./backend.ts";
import type { Ipfs, PublishedContent, ReadLimits } from "./ipfs.ts";
import { layOut, ourLayout, type Content } from "./reading/layout.ts";
import { notInAnySource, openSession } from "./reading/session.ts";
import type { BlockSource } from "./reading/source.ts";

type Settings = Readonly<{ backend: Backend; gateways: readonly BlockSource[]; log: Log }>;

/** Publishing and reading over a node and the gateways beside it. */
export function createContent({ backend, gateways, log }: Settings): Ipfs {
  const session = (sources: readonly BlockSource[], reading: ReadLimits) =>
    openSession({ sources, log }, reading);
  const everywhere = [backend.held, ...backend.beyond, ...gateways];

  async function publish(content: Content, signal: AbortSignal): Promise<PublishedContent> {
    const root = await backend.publish(content, signal);
    // From the node itself; from a gateway where the node takes content in and gives none out.
    for (const [path, bytes] of filesOf(content))
      await expectBack({ root, path, bytes }, [backend.held, ...gateways], signal);
    return asPublished(root);
  }

  async function expectBack(
    { root, path, bytes }: Readonly<{ root: CID; path: readonly string[]; bytes: Uint8Array }>,
    sources: readonly BlockSource[],
    signal: AbortSignal,
  ): Promise<void> {
    const reading = { maxBytes: bytes.byteLength, signal };
    const back = await session(sources, reading).read(root.toString(), path);
    if (!Buffer.from(bytes).equals(back)) throw new Fault("content_invalid", { message: readsDifferently });
  }

  /** Undefined for whatever is not here: the content, a piece of it, the path, a file at its end. */
  async function heldOr<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (error.code === "content_invalid" || error.cause === notInAnySource) return undefined;
      throw error;
    }
  }

  return {
    publishDirectory: async (files, signal) => publish(toDirectory(files), signal),
    addressOfDirectory: async (files) => asPublished((await layOut(toDirectory(files), ourLayout)).root),
    publishFile: async (bytes, signal) => publish(bytes, signal),
    read: async (cid, path, reading) => session(everywhere, reading).read(cid, path),
    session: (reading) => session(everywhere, reading),
    readHeld: async (cid, path, reading) =>
      heldOr(async () => session([backend.held], reading).read(cid, path)),
    listHeld: async (cid, path, reading) =>
      heldOr(async () => session([backend.held], reading).list(cid, path)),
    addresses: backend.addresses,
    ping: backend.ping,
    [Symbol.asyncDispose]: async () => backend[Symbol.asyncDispose](),
  };
}

function asPublished(root: CID): PublishedContent {
  return { cid: root.toString(), digest: digestOf(root) };
}

function toDirectory(files: Readonly<Record<string, Uint8Array>>): Content {
  const names = Object.keys(files);
  checkPath(names);
  if (names.length === 0) throw new Fault("content_invalid", { message: "A directory needs a file." });
  return { ...files };
}

const readsDifferently = "The published content differs from the original.";

function filesOf(content: Content): [path: string[], bytes: Uint8Array][] {
  if (content instanceof Uint8Array) return [[[], content]];
  return Object.entries(content).map(([name, bytes]) => [[name], bytes]);
}
