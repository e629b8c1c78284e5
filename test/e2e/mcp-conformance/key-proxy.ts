import { once } from "node:events";
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";

/** Forwards requests with a key, which the suite cannot send, and changes nothing else: a foreign host stays visible. */
export async function startKeyProxy(
  serviceUrl: string,
  key: string,
): Promise<{ url: string } & AsyncDisposable> {
  const { hostname, port } = new URL(serviceUrl);
  const proxy = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${key}` };
    const { method, url: path } = request;
    const handedOn = ask({ hostname, port, method, path, headers, setHost: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    handedOn.on("error", () => response.destroy());
    request.pipe(handedOn);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
