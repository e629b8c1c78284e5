import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A server that speaks the chat-completions protocol and answers what a test wants. */
export type ModelServer = Readonly<{
  url: string;
  /** The body and bearer of each request, oldest first. */
  requests: readonly Readonly<{ body: any; bearer: string | undefined }>[];
  /** What the next requests are answered: the model's words, or a status of failure. */
  answer(next: string | number): void;
}> &
  AsyncDisposable;

export async function openModelServer(): Promise<ModelServer> {
  const requests: { body: any; bearer: string | undefined }[] = [];
  let next: string | number = "";
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ body: JSON.parse(body), bearer: request.headers.authorization });
      response.statusCode = typeof next === "number" ? next : 200;
      response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content: next } }] }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answer: (words) => {
      next = words;
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
