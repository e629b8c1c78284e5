import { Fault } from "../../../parts/faults.ts";
import type { ReadLimits } from "../../../parts/ipfs/ipfs.ts";
import type { JsonReader } from "../../../parts/reading/json-reader.ts";
import { UnreadableJson } from "../../../parts/json/parse-json.ts";
import type { Parts } from "../../parts.ts";
import { prefersPages } from "../pages/frame/page-route.ts";
import type { Incoming, RouteReply, Route } from "../http/route.ts";

/** No document of ours comes near it. */
const maxBytes = 16 * 1024 * 1024;

const description =
  "Only what this service holds: verdicts that were published to IPFS. A CID may be in base16 (`f01701220…`), base32, " +
  "base36 or base58, or of version 0. What an address leads to never changes.";
const response = {
  status: 200,
  description: "A file as it was published; of a directory the names in it.",
  type: "application/json",
};
const refusals = ["not_found", "too_large", "store_unavailable"] as const;

export const ipfsContent: Route = {
  method: "get",
  path: "/ipfs/{cid}",
  summary: "Content by its IPFS address",
  isOpenToPages: true,
  description,
  response,
  refusals,
  answer: async (parts, incoming) => give(parts, incoming, []),
};

export const ipfsFile: Route = {
  method: "get",
  path: "/ipfs/{cid}/{path}",
  summary: "A file in a directory on IPFS",
  isOpenToPages: true,
  description,
  response,
  refusals,
  otherAnswers: { 303: { description: "To the page of the verdict, for browsers." } },
  answer: async (parts, incoming) => {
    const [cid, path] = [incoming.pathPiece("cid"), incoming.pathPiece("path")];
    // Verdicts are published under their request's number: people get the page of the verdict.
    if (/^\d+$/.test(path) && prefersPages(incoming))
      return { status: 303, headers: { location: `/verdicts/${encodeURIComponent(cid)}`, vary: "accept" } };
    return give(parts, incoming, [path]);
  },
};

async function give(parts: Parts, incoming: Incoming, path: readonly string[]): Promise<RouteReply> {
  const cid = incoming.pathPiece("cid");
  const reading = { maxBytes, signal: incoming.signal };
  const held = await orUnavailable(async () => look(parts, cid, path, reading));
  if (!held) throw new Fault("not_found");
  return {
    status: 200,
    headers: {
      "cache-control": "public, max-age=29029000, immutable",
      etag: `"${[cid, ...path].map(encodeURIComponent).join("/")}"`,
      // Anybody may have written it: it must run nowhere.
      "content-security-policy": "default-src 'none'; sandbox",
    },
    ...held,
  };
}

async function look(
  { ipfs, json }: Pick<Parts, "ipfs" | "json">,
  cid: string,
  path: readonly string[],
  reading: ReadLimits,
): Promise<Pick<RouteReply, "type" | "body"> | undefined> {
  const bytes = await ipfs.readHeld(cid, path, reading);
  if (bytes)
    return {
      type: (await isJson(json, bytes, reading.signal)) ? "application/json" : "application/octet-stream",
      body: Buffer.from(bytes),
    };
  const names = await ipfs.listHeld(cid, path, reading);
  return names && { body: { names } };
}

async function isJson(json: JsonReader, bytes: Uint8Array, signal: AbortSignal): Promise<boolean> {
  try {
    await json.read(bytes, signal);
    return true;
  } catch (error) {
    if (error instanceof UnreadableJson) return false;
    throw error;
  }
}

async function orUnavailable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === "too_large") throw new Fault("too_large", { message: tooLong, limit: maxBytes });
    throw new Fault("store_unavailable", { message: outOfReach }, { cause: error });
  }
}

const tooLong = "The content is longer than what is given out here: read it from an IPFS gateway.";
const outOfReach = "The IPFS node cannot be reached right now.";
