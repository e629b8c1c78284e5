import { randomUUID } from "node:crypto";
import type { Request, Response } from "express";
import { fingerprintAddress } from "../../caller/address.ts";
import type { Parts } from "../../parts.ts";
import { maxSmallBody, maxBodyBytesFor, readBytes } from "./body.ts";
import { parseBody } from "./json-body.ts";
import type { Incoming, Route } from "./route.ts";

/** A caller's own request id is kept when it is harmless to repeat. */
export function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === "string" && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID();
}

export function toIncoming(parts: Parts, route: Route, request: Request, response: Response): Incoming {
  const { json, bodies, addressSecret, config } = parts;
  const address = request.ip ?? request.socket.remoteAddress ?? "unknown";
  const gone = new AbortController();
  const query = once(() => new URLSearchParams(request.url.split("?")[1]));
  response.once("close", () => {
    if (!response.writableFinished) gone.abort(new Error("the caller hung up"));
  });

  /** What was read counts until the caller has its answer: so long it is in memory, in one form or another. */
  async function read(maxBytes: number): Promise<Buffer> {
    const holding = bodies.hold(fingerprintAddress(address, addressSecret));
    response.once("close", () => holding[Symbol.dispose]());
    return readBytes(request, { maxBytes, account: (bytes) => holding.add(bytes) });
  }

  async function readAs<Value>(parse: (bytes: Uint8Array, signal: AbortSignal) => Promise<Value>) {
    const { maxBodyBytes = route.takesCode ? maxBodyBytesFor(config.MAX_CODE_LENGTH) : maxSmallBody } = route;
    const bytes = await read(maxBodyBytes);
    const contentType = request.headers["content-type"];
    return parseBody(parse, { bytes, contentType, signal: gone.signal });
  }

  return {
    requestId: String(response.getHeader("x-request-id")),
    credential: { secret: secretOf(request), address },
    readJson: async () => readAs(json.read),
    readExactJson: async () => (await readAs(json.readExact)) ?? { value: undefined, flaws: [] },
    readBytes: read,
    method: request.method,
    headers: request.headers,
    header: (name) => headerOf(request, name),
    pathPiece: (name) => String(request.params[name] ?? ""),
    query: (name) => {
      const values = query().getAll(name);
      return values.length > 0 ? values.join(",") : undefined;
    },
    signal: gone.signal,
  };
}

function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

function headerOf({ headers }: Request, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

/** `Authorization` wins when both headers are sent, even if it has no bearer token. */
function secretOf({ headers }: Request): string | undefined {
  if (headers.authorization !== undefined) return /^Bearer +(\S+) *$/i.exec(headers.authorization)?.[1] ?? "";
  const key = headers["x-api-key"];
  return typeof key === "string" ? key : undefined;
}
