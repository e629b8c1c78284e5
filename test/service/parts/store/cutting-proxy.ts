import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Stands between a client and its server, and can close the connection when a command has run but is not answered yet. */
export type CuttingProxy = Readonly<{
  url: string;
  /** Cuts this many answers to commands that write, `after` so many that pass, each when `meanwhile` has resolved. */
  cut(times: number, how?: { after?: number; meanwhile?: () => Promise<unknown> }): void;
  /** How many answers are still to be cut. */
  left(): number;
}> &
  AsyncDisposable;

const servers = {
  redis: { writing: /\r\n(eval|evalsha|hset)\r\n/i, url: (port: number) => `redis://127.0.0.1:${port}` },
  postgres: {
    writing: /"assay_[0-9a-f]+"\."/,
    url: (port: number) => `postgres://assay@127.0.0.1:${port}/postgres`,
  },
};

export async function startCuttingProxy(
  serverPort: number,
  kind: keyof typeof servers = "redis",
): Promise<CuttingProxy> {
  const { writing, url } = servers[kind];
  let left = 0;
  let toPass = 0;
  let whenCutting: (() => Promise<unknown>) | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(serverPort, "127.0.0.1");
    let isWriting = false;
    client.on("data", (sent) => {
      isWriting ||= writing.test(sent.toString("latin1"));
      behind.write(sent);
    });
    behind.on("data", (answer) => {
      if (!isWriting || left === 0 || toPass-- > 0) return void client.write(answer);
      left -= 1;
      if (!whenCutting) return void client.destroy();
      void whenCutting().finally(() => client.destroy());
    });
    for (const [socket, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(socket);
      socket.on("close", () => void other.destroy());
      socket.on("error", () => void other.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: url((server.address() as AddressInfo).port),
    cut: (times, { after = 0, meanwhile } = {}) => {
      left = times;
      toPass = after;
      whenCutting = meanwhile;
    },
    left: () => left,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
