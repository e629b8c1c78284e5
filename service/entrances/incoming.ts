import { randomUUID } from "node:crypto";
import type { Request, Response } from "express";
import { mostBodyBytes, readBytes, readJson } from "./body.ts";
import type { Incoming } from "./route.ts";

/** A caller's own request id is kept when it is harmless to repeat. */
export function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === "string" && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID();
}

export function toIncoming(request: Request, response: Response, maxCodeLength: number): Incoming {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort(new Error("the caller hung up"));
  });
  return {
    requestId: String(response.getHeader("x-request-id")),
    credential: {
      secret: secretOf(request),
      address: request.ip ?? request.socket.remoteAddress ?? "unknown",
    },
    readJson: async () => readJson(request, response, mostBodyBytes(maxCodeLength)),
    readBytes: async (mostBytes) => readBytes(request, response, mostBytes),
    method: request.method,
    headers: request.headers,
    header: (name) => headerOf(request, name),
    pathPiece: (name) => String(request.params[name] ?? ""),
    query: (name) => queryOf(request, name),
    signal: gone.signal,
  };
}

function headerOf({ headers }: Request, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

function queryOf({ url }: Request, name: string): string | undefined {
  const values = new URLSearchParams(url.split("?")[1]).getAll(name);
  return values.length > 0 ? values.join(",") : undefined;
}

/** `Authorization` wins when both headers are sent, even when what it holds is no bearer. */
function secretOf({ headers }: Request): string | undefined {
  if (headers.authorization !== undefined) return /^Bearer +(\S+) *$/i.exec(headers.authorization)?.[1] ?? "";
  const key = headers["x-api-key"];
  return typeof key === "string" ? key : undefined;
}
