import { once } from "node:events";
import { createServer, STATUS_CODES, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { startCardPolling } from "./credits/card-polling.ts";
import { startDepositWatch } from "./credits/deposit-watch.ts";
import { startHousekeeping } from "./payment/housekeeping.ts";
import { createApp, standingHeaders } from "./app.ts";
import type { Config } from "./config.ts";
import { toRefusal } from "./entrances/http/answer.ts";
import { requestIdOf } from "./entrances/http/incoming.ts";
import { Fault } from "../parts/faults.ts";
import { openParts } from "./open-parts.ts";
import { listen } from "../platform/listen.ts";
import type { Overrides, Parts } from "./parts.ts";

/** A running service. Disposing it answers what is in flight, then closes its parts. */
export type Service = Readonly<{ url: string; parts: Parts }> & AsyncDisposable;

const maxConnections = 4096;
/** Requests that are not complete by then are cut off when the service stops. */
const maxClosingMs = 30_000;

/** Opens the parts, settles what a crash left open, and listens. */
export async function serve(config: Config, overrides: Overrides = {}): Promise<Service> {
  await using opening = new AsyncDisposableStack();
  const openedParts = opening.use(await openParts(config, overrides));
  opening.use(await startHousekeeping(openedParts));
  opening.use(startCardPolling(openedParts));
  opening.use(startDepositWatch(openedParts));
  // While this process still answers for the charges of what it works on.
  opening.defer(async () => openedParts.background.stopAll());
  const server = createServer({ requireHostHeader: false });
  opening.adopt(server, closing(openedParts, watchAnswers(server)));
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  server.maxConnections = maxConnections;
  await listen(server, { port: config.PORT, host: config.HOST, variable: "PORT" });
  const { address, port } = server.address() as AddressInfo;

  // From here on the port is the real one, so that addresses in answers can be followed.
  const parts: Parts = { ...openedParts, config: { ...config, PORT: port } };
  const app = createApp(parts);
  server.on("request", app);
  server.on("checkExpectation", app); // Node would answer it with an empty page
  server.on("connect", (_, socket) => refuseTunnel(parts, socket as Socket));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) =>
    refuseMalformed(parts, error, socket as Socket),
  );
  const opened = opening.move();
  return {
    url: `http://${address.includes(":") ? `[${address}]` : address}:${port}`,
    parts,
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

/** Answers what is in flight and then hangs up: a connection kept alive would hold the process up. */
function closing({ clock }: Pick<Parts, "clock">, answering: ReadonlySet<ServerResponse>) {
  return async (server: Server): Promise<void> => {
    const hangUp = (response: ServerResponse): void => {
      if (!response.headersSent) response.setHeader("connection", "close");
    };
    const closed = once(server, "close");
    const waiting = new AbortController();
    server.close();
    server.prependListener("request", (_, response) => hangUp(response));
    for (const response of answering) hangUp(response);
    const cutOff = clock.sleep(maxClosingMs, waiting.signal).then(
      () => server.closeAllConnections(),
      () => undefined,
    );
    await closed;
    waiting.abort();
    await cutOff;
  };
}

/** The answers that are not finished yet. */
function watchAnswers(server: Server): ReadonlySet<ServerResponse> {
  const answering = new Set<ServerResponse>();
  server.on("request", (_, response: ServerResponse) => {
    answering.add(response);
    response.once("close", () => answering.delete(response));
  });
  return answering;
}

/** What is not even HTTP gets the envelope too; Node would answer it with an empty page. */
function refuseMalformed(parts: Parts, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  answerBySocket(parts, socket, status, "The request is not valid HTTP, or it was too slow.");
}

/** Node no longer handles this connection, so we answer on the socket. */
function refuseTunnel(parts: Parts, socket: Socket): void {
  socket.on("error", () => socket.destroy());
  answerBySocket(parts, socket, 400, "This service is not a proxy.");
  socket.destroySoon();
}

/** A refusal where there is nothing that could answer but the connection itself, which ends with it. */
function answerBySocket(parts: Parts, socket: Socket, status: number, message: string): void {
  const requestId = requestIdOf(undefined);
  const fault = new Fault("bad_request", { message });
  const body = JSON.stringify(toRefusal(parts.config, fault, requestId));
  const headers = {
    ...standingHeaders(parts, requestId),
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
}
