import { once } from "node:events";
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";

/** A proxy in front of a part: passes bytes on, or treats them as a bad network or a dead machine would. */
export type PartProxy = Readonly<{
  /** On loopback; 0 if it listens on a socket. */
  port: number;
  /** Breaks every connection and refuses new ones. */
  down(): void;
  /** Accepts connections and passes nothing on. */
  freeze(): void;
  /** Every chunk, in either direction, arrives this much later. */
  slow(ms: number): void;
  heal(): void;
  /** How many connections were refused since it went down. */
  refused(): number;
}> &
  AsyncDisposable;

/** With several targets each connection uses the next one that accepts it. */
export async function startProxy(
  targets: () => readonly NetConnectOpts[],
  { socketPath }: { socketPath?: string } = {},
): Promise<PartProxy> {
  const open = new Set<Socket>();
  let isDown = false;
  let refused = 0;
  let delayMs = 0;
  let thawed = Promise.withResolvers<void>();
  thawed.resolve();
  let next = 0;

  /** Delivered in order, each chunk when it is due and nothing is frozen. */
  async function* late(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      if (delayMs > 0) await wait(delayMs);
      await thawed.promise;
      yield piece;
    }
  }

  async function passOn(client: Socket): Promise<void> {
    if (isDown) return refuse(client);
    hold(client);
    await thawed.promise;
    const all = targets();
    next += 1;
    const target = await firstThatTakes(all.map((_, n) => all[(n + next) % all.length]!));
    if (!target) return refuse(client);
    hold(target);
    const there = pipeline(client, late, target);
    const back = pipeline(target, late, client);
    await Promise.all([there, back]).catch(() => {
      client.destroy();
      target.destroy();
    });
  }

  /** Only connections over TCP can be reset. */
  function refuse(client: Socket): void {
    refused += 1;
    if (socketPath === undefined) client.resetAndDestroy();
    else client.destroy();
  }

  function hold(socket: Socket): void {
    open.add(socket);
    socket.on("error", () => undefined).on("close", () => open.delete(socket));
  }

  const server = createServer({ allowHalfOpen: true }, (client) => void passOn(client));
  server.listen(socketPath === undefined ? { port: 0, host: "127.0.0.1" } : { path: socketPath });
  await once(server, "listening");
  const cut = (): void => open.forEach((socket) => socket.destroy());
  return {
    port: socketPath === undefined ? (server.address() as AddressInfo).port : 0,
    down: () => {
      isDown = true;
      refused = 0;
      cut();
    },
    freeze: () => void (thawed = Promise.withResolvers<void>()),
    slow: (ms) => void (delayMs = ms),
    heal: () => {
      isDown = false;
      delayMs = 0;
      thawed.resolve();
    },
    refused: () => refused,
    [Symbol.asyncDispose]: async () => {
      thawed.resolve();
      cut();
      server.close();
      await once(server, "close");
    },
  };
}

async function firstThatTakes(targets: readonly NetConnectOpts[]): Promise<Socket | undefined> {
  for (const target of targets) {
    const socket = connect({ ...target, allowHalfOpen: true });
    const isTaken = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    if (isTaken) return socket;
  }
  return undefined;
}
