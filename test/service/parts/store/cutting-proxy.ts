import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Stands between a client and Redis, and can close the connection when a command has run but is not answered yet. */
export type CuttingProxy = Readonly<{
  url: string;
  /** Cuts this many answers to commands that write, `after` so many that pass, each when `meanwhile` has resolved. */
  cut(times: number, how?: { after?: number; meanwhile?: () => Promise<unknown> }): void;
  /** How many answers are still to be cut. */
  left(): number;
}> &
  AsyncDisposable;

const writing = /\r\n(eval|evalsha|hset)\r\n/i;

export async function startCuttingProxy(redisPort: number): Promise<CuttingProxy> {
  let left = 0;
  let toPass = 0;
  let whenCutting: (() => Promise<unknown>) | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const redis = connect(redisPort, "127.0.0.1");
    let isWriting = false;
    client.on("data", (sent) => {
      isWriting ||= writing.test(sent.toString("latin1"));
      redis.write(sent);
    });
    redis.on("data", (answer) => {
      if (!isWriting || left === 0 || toPass-- > 0) return void client.write(answer);
      left -= 1;
      if (!whenCutting) return void client.destroy();
      void whenCutting().finally(() => client.destroy());
    });
    for (const [socket, other] of [
      [client, redis],
      [redis, client],
    ] as const) {
      sockets.add(socket);
      socket.on("close", () => void other.destroy());
      socket.on("error", () => void other.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
