import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

export type RpcCall = Readonly<{ method: string; params: readonly any[] }>;

/** What is done with a call instead of passing it on. */
export type Meddling =
  | Readonly<{ error: Readonly<{ code: number; message: string; data?: unknown }> }>
  | Readonly<{ result: unknown }>
  /** An HTTP status without an answer. */
  | Readonly<{ status: number }>
  /** Accepts the call and never answers. */
  | "hang"
  /** Starts an answer and never ends it. */
  | "stall"
  /** Breaks the connection before the call is passed on. */
  | "reset"
  /** Passes the call on and loses the answer. */
  | "lose the answer";

/** A proxy between a client and the chain's node that changes calls on request. */
export type RpcProxy = Readonly<{
  url: string;
  /** Every call, oldest first. */
  calls: RpcCall[];
  /** Undefined passes a call on. */
  meddle(how: (call: RpcCall) => Meddling | undefined): void;
  heal(): void;
}> &
  AsyncDisposable;

type Asked = RpcCall & Readonly<{ id: number }>;

export async function startRpcProxy(chainUrl: string): Promise<RpcProxy> {
  const calls: RpcCall[] = [];
  let meddle: (call: RpcCall) => Meddling | undefined = () => undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = (await json(request)) as Asked;
    calls.push({ method: asked.method, params: asked.params ?? [] });
    const how = meddle(calls.at(-1)!);
    if (how === "hang") return;
    if (how === "stall") {
      response.writeHead(200, { "content-type": "application/json" });
      return void response.write('{"jsonrpc":"2.0",');
    }
    if (how === "reset") return void response.destroy();
    if (typeof how === "object" && "status" in how) return void response.writeHead(how.status).end("no");
    const said =
      typeof how === "object" ? { jsonrpc: "2.0", id: asked.id, ...how } : await handOn(chainUrl, asked);
    if (how === "lose the answer") return void response.destroy();
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(said));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    meddle: (how) => void (meddle = how),
    heal: () => void (meddle = () => undefined),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function handOn(url: string, asked: Asked): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  return (await fetch(url, { method: "POST", headers, body: JSON.stringify(asked) })).json();
}
