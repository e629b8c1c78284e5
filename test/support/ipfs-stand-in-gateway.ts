import type { IncomingMessage, ServerResponse } from "node:http";
import { unixfs } from "@helia/unixfs";
import { base16 } from "multiformats/bases/base16";
import { CID } from "multiformats/cid";
import type { Shelf } from "./ipfs-shelf.ts";
import type { Offer } from "./ipfs-offer.ts";

const dagPb = 0x70;

type Asked = Readonly<{
  shelf: Shelf;
  offer: Offer;
  request: IncomingMessage;
  response: ServerResponse;
  query: URLSearchParams;
  path: string;
}>;

/** `GET /ipfs/<cid>[/<name>…]`: blocks for readers that request them, finished files for the others. */
export async function answerGateway({ shelf, offer, request, response, query, path }: Asked): Promise<void> {
  const { raw = true, everySpelling = true } = offer;
  const [, root, address = "", ...names] = path.split("/").map(decodeURIComponent);
  const cid = root === "ipfs" ? parse(address) : undefined;
  if (!cid || (!everySpelling && !shelf.addresses.has(address))) return refuse(response, 404);
  const wantsBlock = query.get("format") === "raw" || request.headers.accept === "application/vnd.ipld.raw";
  if (wantsBlock && raw && names.length === 0) {
    const block = shelf.block(cid);
    if (!block) return refuse(response, 404);
    return void response.writeHead(200, { "content-type": "application/vnd.ipld.raw" }).end(block);
  }
  try {
    const body = await contentOf(shelf, cid, names.join("/"));
    response.writeHead(200, {
      "content-type": typeof body === "string" ? "text/html" : "application/octet-stream",
    });
    response.end(body);
  } catch {
    refuse(response, 404);
  }
}

/** The bytes of a file; for a directory an HTML list of it, as gateways make one. */
export async function contentOf(shelf: Shelf, cid: CID, path: string): Promise<Uint8Array | string> {
  const block = shelf.block(cid);
  if (block && cid.code !== dagPb && path === "") return block;
  const fs = unixfs({ blockstore: storeOf(shelf) });
  if ((await fs.stat(cid, { path })).type === "directory") return "<html>a list of files</html>";
  return Buffer.concat(await Array.fromAsync(fs.cat(cid, { path })));
}

function storeOf(shelf: Shelf): Parameters<typeof unixfs>[0]["blockstore"] {
  return {
    has: (cid) => shelf.block(cid) !== undefined,
    put: (cid) => cid,
    async *get(cid) {
      const block = shelf.block(cid);
      if (!block) throw new Error("there is no such block");
      yield block;
    },
  };
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status).end("there is no such content");
}

export function parse(address: string): CID | undefined {
  try {
    return address.startsWith("f") ? CID.parse(address, base16) : CID.parse(address);
  } catch {
    return undefined;
  }
}
