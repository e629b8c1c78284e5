import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A chain's node that can fail or stop answering, and counts its calls. */
export type RpcProxy = Readonly<{
  url: string;
  calls(): number;
  become(state: "up" | "down" | "silent"): void;
}> &
  AsyncDisposable;

export async function startRpcProxy(target: string): Promise<RpcProxy> {
  let state: "up" | "down" | "silent" = "up";
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    if (state === "silent") return;
    if (state === "down") {
      response.writeHead(502).end();
      return;
    }
    void (async () => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(target, { method: "POST", headers, body: await buffer(request) });
      response.writeHead(answer.status, headers).end(await answer.text());
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    become: (next) => {
      state = next;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
