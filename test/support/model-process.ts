import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** The messages between the process and its parent. */
export type ModelRequest = Readonly<{ path: string; body: any; bearer: string | undefined }>;
export type Told = Readonly<{ port: number } | { requests: readonly ModelRequest[] }>;
export type Order = Readonly<{ answer: string | number } | { hold: boolean } | { tell: "requests" }>;

/** A server that speaks the chat-completions protocol, in a process of its own. */
const requests: ModelRequest[] = [];
let next: string | number = "";
let released = Promise.withResolvers<void>();
released.resolve();

const server = createServer((request, response) => {
  void text(request).then(async (body) => {
    requests.push({
      path: request.url!,
      body: JSON.parse(body),
      bearer: request.headers.authorization,
    });
    await released.promise;
    response.statusCode = typeof next === "number" ? next : 200;
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        object: "chat.completion",
        choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: next } }],
      }),
    );
  });
});

process.on("message", (order: Order) => {
  if ("answer" in order) next = order.answer;
  if ("hold" in order) {
    released.resolve();
    if (order.hold) released = Promise.withResolvers<void>();
  }
  process.send!({ requests } satisfies Told);
});
process.on("disconnect", () => process.exit(0));
server.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as AddressInfo).port }));
