import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { contentOf, parse } from "./ipfs-stand-in-gateway.ts";
import type { Put, Shelf } from "./ipfs-shelf.ts";
import type { Offer } from "./ipfs-offer.ts";

type Asked = Readonly<{
  shelf: Shelf;
  offer: Offer;
  request: IncomingMessage;
  response: ServerResponse;
  query: URLSearchParams;
  command: string;
}>;

/** The part of Kubo's RPC that publishing and reading need. Kubo accepts POST only. */
export async function answerRpc(asked: Asked): Promise<void> {
  const { offer, request, response, command, query } = asked;
  const { blockGet = true, cat = true } = offer;
  if (request.method !== "POST") return say(response, 405, "405 - Method Not Allowed");
  if (command === "add") return add(asked);
  if (command === "version") return sayJson(response, 200, { Version: "0.42.0", Commit: "", Repo: "16" });
  if (command === "block/get" && blockGet) return giveBlock(asked);
  if (command === "cat" && cat) return giveFile(asked);
  if (command === "pin/ls") {
    const pinned = asked.shelf.pins.has(query.get("arg") ?? "");
    return pinned ? sayJson(response, 200, { Keys: {} }) : sayJson(response, 500, failure("not pinned"));
  }
  return say(response, 404, "404 page not found");
}

/** As Kubo: version 0 unless another is asked for; raw leaves come with version 1 unless they are declined. */
async function add({ shelf, offer, request, response, query }: Asked): Promise<void> {
  const isVersion1 = query.get("cid-version") === "1";
  const asked = query.get("raw-leaves");
  const rawLeaves = offer.rawLeavesOnly || asked === "true" || (isVersion1 && asked !== "false");
  const shape = rawLeaves ? "raw leaves" : isVersion1 ? "dag-pb" : "version 0";
  const files = await filesIn(request);
  const lines: { Name: string; Hash: string; Size: string }[] = [];
  const tell = ({ cid }: Put, name: string): void => {
    const address = parse(cid)!;
    const told = shape === "version 0" ? address.toV0() : address;
    lines.push({ Name: name, Hash: told.toString(), Size: "1" });
  };
  for (const [name, bytes] of Object.entries(files)) tell(await shelf.put(bytes, shape), name);
  if (query.get("wrap-with-directory") === "true") tell(await shelf.put({ files }, shape), "");
  if (query.get("pin") !== "false") shelf.pins.add(lines.at(-1)!.Hash);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

async function filesIn(request: IncomingMessage): Promise<Record<string, Uint8Array>> {
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  const body = Readable.toWeb(request) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const form = await new Response(body, { headers }).formData();
  const files: Record<string, Uint8Array> = {};
  for (const [, part] of form)
    if (typeof part !== "string")
      files[decodeURIComponent(part.name)] = new Uint8Array(await part.arrayBuffer());
  return files;
}

function giveBlock({ shelf, response, query }: Asked): void {
  const cid = parse(query.get("arg") ?? "");
  const block = cid && shelf.block(cid);
  if (!block)
    return sayJson(response, 500, failure("block was not found locally (offline): ipld: could not find it"));
  response.writeHead(200, { "content-type": "application/octet-stream" }).end(block);
}

async function giveFile({ shelf, response, query }: Asked): Promise<void> {
  const [address = "", ...names] = (query.get("arg") ?? "").split("/");
  const cid = parse(address);
  try {
    const content = cid && (await contentOf(shelf, cid, names.join("/")));
    if (!(content instanceof Uint8Array)) throw new Error("this dag node is a directory");
    response.writeHead(200, { "content-type": "application/octet-stream" }).end(content);
  } catch (error) {
    sayJson(response, 500, failure(String(error)));
  }
}

const failure = (message: string) => ({ Message: message, Code: 0, Type: "error" });

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain" }).end(text);
}

function sayJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
