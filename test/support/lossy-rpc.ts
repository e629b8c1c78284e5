import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** The fate of a transaction that is sent to the chain, and of its answer. */
export type Loss =
  /** The chain receives it and its answer is lost. */
  | "answered with an error"
  | "answered by a bad gateway"
  | "cut off"
  /** The chain never receives it. */
  | "not passed on";

/** A node that loses transactions, their answers, or their receipts, on request. Everything else passes. */
export type LossyRpc = Readonly<{
  url: string;
  /** The next transactions, this many, are lost like this. */
  lose(loss: Loss, times: number): void;
  /** How many were lost. */
  lost(): number;
  /** The next calls for a receipt, this many, are answered as if there were none. */
  hideReceipts(times: number): void;
}> &
  AsyncDisposable;

const json = { "content-type": "application/json" };

export async function startLossyRpc(chainUrl: string): Promise<LossyRpc> {
  let losing: { loss: Loss; left: number } | undefined;
  let lost = 0;
  let hidden = 0;

  async function answer(body: string, response: ServerResponse): Promise<void> {
    const { method, id } = JSON.parse(body) as { method: string; id: number };
    if (method === "eth_getTransactionReceipt" && hidden > 0) {
      hidden -= 1;
      response.writeHead(200, json).end(JSON.stringify({ jsonrpc: "2.0", id, result: null }));
      return;
    }
    const meets = method === "eth_sendRawTransaction" && losing && losing.left > 0 ? losing : undefined;
    if (meets) {
      meets.left -= 1;
      lost += 1;
    }
    const passedOn =
      meets?.loss === "not passed on"
        ? undefined
        : await fetch(chainUrl, { method: "POST", headers: json, body });
    const said = await passedOn?.text();
    switch (meets?.loss) {
      case undefined:
        response.writeHead(200, json).end(said);
        return;
      case "cut off":
        response.destroy();
        return;
      case "answered by a bad gateway":
        response.writeHead(502).end("bad gateway");
        return;
      case "answered with an error":
      case "not passed on":
        response.writeHead(200, json);
        response.end(
          JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32000, message: "try again later" } }),
        );
    }
  }

  const server = createServer((request, response) => {
    text(request)
      .then(async (body) => answer(body, response))
      .catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: (loss, times) => void (losing = { loss, left: times }),
    lost: () => lost,
    hideReceipts: (times) => void (hidden = times),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
