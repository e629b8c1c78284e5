import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { answerRpc } from "./ipfs-stand-in-rpc.ts";
import { answerGateway } from "./ipfs-stand-in-gateway.ts";
import type { Offer } from "./ipfs-offer.ts";
import { createShelf, type Shelf } from "./ipfs-shelf.ts";

/** What a stand-in does instead of answering. */
export type Failure =
  | Readonly<{ status: number }>
  /** Accepts the request and never answers. */
  | "hang"
  /** Breaks the connection. */
  | "reset"
  /** Answers with bytes that are not the content of the address. */
  | "wrong bytes"
  /** Sends endless data. */
  | "endless"
  /** Redirects the reader to another address. */
  | Readonly<{ redirect: string }>
  /** Answers 200 with this text. */
  | Readonly<{ says: string }>;

export type SeenRequest = Readonly<{
  method: string;
  path: string;
  query: URLSearchParams;
  to: "gateway" | "rpc";
  headers: IncomingHttpHeaders;
}>;

/** Kubo's RPC and a gateway over one memory, which fail and delay on request. */
export type IpfsStandIn = Shelf &
  Readonly<{
    apiUrl: string;
    gatewayUrl: string;
    requests: readonly SeenRequest[];
    /** The next requests, this many, fail like this. */
    failNext(how: Failure, times?: number): void;
    /** All of them fail, until `heal()`. */
    fail(how: Failure): void;
    heal(): void;
    /** Every answer waits for this promise. */
    delay(wait: () => Promise<void>): void;
  }> &
  AsyncDisposable;

/** Its content is kept in the folder if there is one, and otherwise lost at its end. */
export async function startIpfsStandIn(offer: Offer = {}, folder?: string): Promise<IpfsStandIn> {
  const shelf = createShelf(folder);
  const requests: SeenRequest[] = [];
  const failing: { how: Failure; times: number }[] = [];
  let delayAnswer = async (): Promise<void> => undefined;

  function nextFailure(): Failure | undefined {
    const [first] = failing;
    if (!first) return undefined;
    first.times -= 1;
    if (first.times === 0) failing.shift();
    return first.how;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://stand-in");
    const to = pathname.startsWith("/api/v0/") ? "rpc" : "gateway";
    const { method = "", headers } = request;
    requests.push({ method, path: decodeURIComponent(pathname), query, to, headers });
    const failure = nextFailure();
    await delayAnswer();
    if (failure) await misbehave(failure, response);
    else if (to === "rpc")
      await answerRpc({ shelf, offer, request, response, query, command: pathname.slice(8) });
    else await answerGateway({ shelf, offer, request, response, query, path: pathname });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...shelf,
    apiUrl: url,
    gatewayUrl: url,
    requests,
    failNext: (how, times = 1) => void failing.push({ how, times }),
    fail: (how) => void failing.push({ how, times: Number.POSITIVE_INFINITY }),
    heal: () => void failing.splice(0),
    delay: (wait) => void (delayAnswer = wait),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function misbehave(how: Failure, response: ServerResponse): Promise<void> {
  if (how === "hang") return;
  if (how === "reset") response.destroy();
  else if (how === "wrong bytes") response.writeHead(200).end("not what was asked for");
  else if (how === "endless") await sendWithoutEnd(response);
  else if ("says" in how) response.writeHead(200).end(how.says);
  else if ("redirect" in how) response.writeHead(302, { location: how.redirect }).end();
  else response.writeHead(how.status).end("it failed");
}

async function sendWithoutEnd(response: ServerResponse): Promise<void> {
  const piece = Buffer.alloc(65_536, "a");
  function* pieces(): Generator<Buffer> {
    for (;;) yield piece;
  }
  response.writeHead(200);
  // Ends when the reader disconnects.
  await pipeline(Readable.from(pieces()), response).catch(() => undefined);
}
