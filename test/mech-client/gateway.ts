import { once } from "node:events";
import { createServer, request as httpRequest, type RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { startHttpsSite } from "../support/https-site.ts";

/** Where the client reads documents, and where it publishes its requests: both are built in. */
const hosts = { gateway: "gateway.autonolas.tech", registry: "registry.autonolas.tech" };
export const gatewayUrl = `https://${hosts.gateway}/ipfs/`;

/** A proxy that leads every connection to an IPFS node on this machine, whatever host it is meant for. */
export type GatewayProxy = Readonly<{
  url: string;
  /** The certificate of those hosts, for programs that must trust it. */
  ca: string;
  /** The requested paths. */
  asked: readonly string[];
}> &
  AsyncDisposable;

/** `node` answers RPC and gateway requests without TLS. */
export async function startGatewayProxy(node: string): Promise<GatewayProxy> {
  await using opening = new AsyncDisposableStack();
  const site = opening.use(await startHttpsSite(passOn(node), Object.values(hosts)));
  const proxy = createServer((_, response) => response.writeHead(405).end());
  proxy.on("connect", (_, socket) => {
    const onward = connect(Number(new URL(site.url).port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  opening.defer(() => void proxy.close());
  const opened = opening.move();
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    ca: site.ca,
    asked: site.asked,
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

function passOn(node: string): RequestListener {
  return (request, response) => {
    const { method, headers, url = "/" } = request;
    const onward = httpRequest(`${node}${url}`, { method, headers }, (found) => {
      response.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(response);
    });
    onward.on("error", (error) => response.destroy(error));
    request.pipe(onward);
  };
}
