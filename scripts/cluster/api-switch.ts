import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { SingleNode } from "./single-node.ts";

/** Lets tests, which run in a process of their own, turn the API server off and on: `off` or `on`, closed when it is so. */
export async function listenForTests({ stopApi, startApi }: SingleNode) {
  const path = join(tmpdir(), `assay-cluster-${process.pid}.sock`);
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    void text(socket)
      .then(async (how) => (how === "off" ? stopApi() : startApi()))
      .finally(() => socket.end());
  }).listen(path);
  await once(server, "listening");
  return { path, [Symbol.asyncDispose]: async () => void server.close() };
}
