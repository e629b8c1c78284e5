import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** Passes everything on to a service, but loses the first answers to requests with this header: the connection breaks. */
export async function openLosingProxy(url: string, { header, times }: { header: string; times: number }) {
  const lost: number[] = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const answer = await fetch(url + incoming.url, {
        method: incoming.method ?? "GET",
        headers: passedOn(incoming.headers),
        body: new Uint8Array(await buffer(incoming)),
      });
      const body = new Uint8Array(await answer.arrayBuffer());
      if (incoming.headers[header] !== undefined && lost.length < times) {
        lost.push(answer.status);
        incoming.socket.destroy();
        return;
      }
      // The proxy has decompressed the body.
      const { "content-encoding": _, "content-length": __, ...headers } = Object.fromEntries(answer.headers);
      outgoing.writeHead(answer.status, headers).end(body);
    })().catch(() => incoming.socket.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The statuses of the answers that were lost. */
    lost,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The headers of the request; the others belong to the connection. */
function passedOn(headers: IncomingHttpHeaders): Record<string, string> {
  const names = ["content-type", "payment-signature"];
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}
