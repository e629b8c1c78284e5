import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { readDockerHost } from "../../../../../engine/docker-host.ts";
import { config } from "../../../../support/sandbox.ts";

/** Stands between a sandbox and the real engine, and can behave like an engine that hangs or has died. */
export type EngineProxy = Readonly<{
  dockerHost: string;
  /** Connections stay open and nothing passes any more. */
  freeze(): void;
  /** Connections break and no new one is accepted. */
  kill(): void;
  revive(): void;
}> &
  AsyncDisposable;

type Settings = Readonly<{
  /** Every call is allowed, as by a runtime that does not read the profile of system calls. */
  ignoresProfile?: boolean;
}>;

const allowEverything = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString("latin1").replaceAll("SCMP_ACT_ERRNO", "SCMP_ACT_ALLOW"), "latin1");

export async function startEngineProxy({ ignoresProfile = false }: Settings = {}): Promise<EngineProxy> {
  const engine = readDockerHost(config.DOCKER_HOST)!;
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: "alive" | "frozen" | "dead" = "alive";

  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (state === "dead") return void client.destroy();
    const upstream =
      "socketPath" in engine
        ? connect({ path: engine.socketPath, allowHalfOpen: true })
        : connect({ ...engine, allowHalfOpen: true });
    const pair = [client, upstream] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from.on("data", (bytes) => void to.write(ignoresProfile ? allowEverything(bytes) : bytes));
      from.on("end", () => to.end());
      from.on("error", () => to.destroy());
      from.on("close", () => {
        pairs.delete(pair);
        to.destroy();
      });
      if (state === "frozen") from.pause();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  function cutAll(): void {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  }
  return {
    dockerHost: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze: () => {
      state = "frozen";
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    kill: () => {
      state = "dead";
      cutAll();
    },
    revive: () => {
      state = "alive";
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    async [Symbol.asyncDispose]() {
      cutAll();
      server.close();
      await once(server, "close");
    },
  };
}
