import { once } from "node:events";
import { createServer, STATUS_CODES, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { startHousekeeping } from "./access/housekeeping.ts";
import { createApp, standingHeaders } from "./app.ts";
import type { Config } from "./config.ts";
import { toRefusal } from "./entrances/answer.ts";
import { requestIdOf } from "./entrances/incoming.ts";
import { Fault } from "./faults.ts";
import { openParts, type Parts } from "./parts.ts";

/** A running service. Disposing it answers what is in flight, then closes its parts. */
export type Service = Readonly<{ url: string; parts: Parts }> & AsyncDisposable;

const mostConnections = 4096;

/** Opens the parts, settles what a crash left open, and listens. */
export async function serve(config: Config, overrides: Partial<Parts> = {}): Promise<Service> {
  await using opening = new AsyncDisposableStack();
  const parts = opening.use(await openParts(config, overrides));
  opening.use(await startHousekeeping(parts));
  const server = opening.adopt(createServer(createApp(parts)), close);
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  server.maxConnections = mostConnections;
  server.on("clientError", (error: NodeJS.ErrnoException, socket) =>
    answerGarbage(parts, error, socket as Socket),
  );
  server.listen(config.PORT, config.HOST);
  await once(server, "listening"); // a taken port throws here
  const { address, port } = server.address() as AddressInfo;
  const opened = opening.move();
  return {
    url: `http://${address.includes(":") ? `[${address}]` : address}:${port}`,
    parts,
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  await closed;
}

/** What is not even HTTP gets the envelope too; Node would answer it with an empty page. */
function answerGarbage(parts: Parts, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  const requestId = requestIdOf(undefined);
  const fault = new Fault("bad_request", {
    message: "The request is not valid HTTP, or it came too slowly.",
  });
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
