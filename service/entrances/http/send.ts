import { createHash } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import type { Request, Response } from "express";
import { encodingFor } from "./accept-encoding.ts";
import type { Compression } from "./compression.ts";
import type { Route, RouteReply } from "./route.ts";

type Sending = Readonly<{ compress: Compression; route?: Pick<Route, "isDocument"> }>;

/** What a route answered, as HTTP: a document that the caller has already is not sent again, and long texts are compressed. */
export async function send(
  request: Request,
  response: Response,
  { status, headers = {}, type, body }: RouteReply,
  { compress, route }: Sending,
): Promise<void> {
  response.status(status).set(headers);
  if (body instanceof ReadableStream) {
    // A pipeline listens seven times; with our own listeners Node would warn of a leak.
    response.setMaxListeners(20);
    // A caller that hangs up ends the source too; nobody is left to answer.
    pipeline(Readable.fromWeb(body as WebStream), response, () => undefined);
  } else if (body === undefined) response.end();
  else await sendWhole(request, response, toWhole(type, body), { compress, ...(route && { route }) });
}

type Whole = Readonly<{ type: string; bytes: Buffer }>;

function toWhole(type: string | undefined, body: object | string | Buffer): Whole {
  if (Buffer.isBuffer(body)) return { type: type ?? "application/octet-stream", bytes: body };
  if (typeof body === "string")
    return { type: type ?? "text/plain; charset=utf-8", bytes: Buffer.from(body) };
  return { type: type ?? "application/json; charset=utf-8", bytes: Buffer.from(JSON.stringify(body)) };
}

async function sendWhole(
  request: Request,
  response: Response,
  { type, bytes }: Whole,
  { compress, route }: Sending,
): Promise<void> {
  const isDocument = response.statusCode === 200 && route?.isDocument === true;
  const mark = isDocument ? markOf(bytes) : undefined;
  if (mark !== undefined) {
    response.set("etag", mark);
    if (!response.hasHeader("cache-control")) response.set("cache-control", "no-cache");
  }
  const isCompressible = mayBeCompressed(response, type);
  if (isCompressible) response.vary("accept-encoding");
  if (mark !== undefined && isKnown(request.headers["if-none-match"], mark)) {
    response.status(304).end();
    return;
  }
  const encoding = isCompressible ? encodingFor(request.headers["accept-encoding"]) : undefined;
  const compressed = encoding && (await compress(bytes, { encoding, document: mark }));
  if (compressed) response.set("content-encoding", encoding);
  response.type(type).send(compressed ?? bytes);
}

/** Weak: the bytes on the wire differ with the encoding. */
function markOf(bytes: Buffer): string {
  return `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

/** Not Express's `fresh`: with this header, `fetch` also sends `cache-control: no-cache`, which `fresh` obeys. */
function isKnown(ifNoneMatch: string | undefined, mark: string): boolean {
  const known = (ifNoneMatch ?? "").split(",").map((one) => one.trim());
  return known.includes("*") || known.some((one) => one.replace(/^W\//, "") === mark.slice(2));
}

/** Only what no secret can be guessed from by its length: nothing that a browser's own credential opened. */
function mayBeCompressed(response: Response, type: string): boolean {
  if (response.hasHeader("content-encoding") || response.hasHeader("set-cookie")) return false;
  if (/^application\/(?:[\w.-]+\+)?json\b/.test(type)) return true;
  const isKept = !String(response.getHeader("cache-control") ?? "").includes("no-store");
  return isKept && /^(?:text\/|image\/svg\+xml)/.test(type);
}
