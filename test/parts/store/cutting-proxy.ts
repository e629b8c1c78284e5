import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A proxy in front of a PostgreSQL that can close the connection instead of passing an answer on. */
export type CuttingProxy = Readonly<{
  url: string;
  /** Cuts this many answers: the final ones of commands, or those before them. */
  cut(times: number, when?: "done" | "under way"): void;
  /** How many answers are still to be cut. */
  left(): number;
}> &
  AsyncDisposable;

const ready = String.raw`Z\u0000{3}\u0005`;
/** The server's answer to a finished command: its tag, and that no transaction is open. */
const done = new RegExp(String.raw`(?:COMMIT|INSERT|SELECT|UPDATE|DELETE)[\d ]*\u0000${ready}I`);
/** The same inside a transaction that is not committed yet. */
const underWay = new RegExp(`${ready}T`);

export async function startCuttingProxy(serverPort: number): Promise<CuttingProxy> {
  let left = 0;
  let toCut = done;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(serverPort, "127.0.0.1");
    client.on("data", (sent) => void behind.write(sent));
    behind.on("data", (answer) => {
      if (left === 0 || !toCut.test(answer.toString("latin1"))) return void client.write(answer);
      left -= 1;
      client.destroy();
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
    url: `postgres://assay@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`,
    cut: (times, when = "done") => {
      left = times;
      toCut = when === "done" ? done : underWay;
    },
    left: () => left,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
