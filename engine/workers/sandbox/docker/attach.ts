import { request } from "node:http";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import type { EngineAddress } from "../../../docker-host.ts";

/**
 * The input and output of a container as one stream. Written by hand: dockerode sends its options as a body, which some
 * engines pass on into the container (dockerode#777).
 */
export async function attach(address: EngineAddress, id: string, signal: AbortSignal): Promise<Duplex> {
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const question = request({
    ...address,
    agent: false,
    method: "POST",
    path: `/containers/${id}/attach?stream=1&stdin=1&stdout=1&stderr=1`,
    headers: { host: "docker", connection: "Upgrade", upgrade: "tcp" },
    signal,
  });
  question.on("error", reject);
  question.on("response", (answer) => {
    const refused = (why: string): void =>
      reject(new Error(`attaching was answered with ${answer.statusCode}: ${why.slice(0, 200)}`));
    text(answer).then(refused, () => refused("nothing readable"));
  });
  question.on("upgrade", (_answer, stream, head) => {
    if (head.length > 0) stream.unshift(head);
    resolve(stream);
  });
  question.end();
  return promise;
}
