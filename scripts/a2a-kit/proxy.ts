import { once } from "node:events";
import { createServer, request as ask, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

type Settings = Readonly<{
  /** Added to requests that do not say it themselves. */
  headersFor: (method: string) => Readonly<Record<string, string>>;
}>;

/** Stands in front of the service and adds what the kits cannot be told to send. */
export type Proxy = Readonly<{ url: string; handTo(serviceUrl: string): void }> & AsyncDisposable;

/** On the machine's own address of IPv6: the kit of 0.3 takes that of IPv4 in a card for a leak. */
const address = "::1";

export async function startProxy({ headersFor }: Settings): Promise<Proxy> {
  let target: string | undefined;
  const server = createServer((request, response) => {
    // The kit of 1.0 puts a slash behind whatever address a card names.
    const path = (request.url ?? "/").replace(/^\/a2a\/$/, "/a2a");
    const headers = withAdded(request, headersFor(request.method ?? "GET"));
    const onward = ask(target + path, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once("error", () => response.destroy());
    request.pipe(onward);
  });
  server.listen(0, address);
  await once(server, "listening");
  return {
    url: `http://[${address}]:${(server.address() as AddressInfo).port}`,
    handTo: (serviceUrl) => void (target = serviceUrl),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function withAdded(
  { headers }: IncomingMessage,
  added: Readonly<Record<string, string>>,
): IncomingHttpHeaders {
  return { ...added, ...headers };
}
