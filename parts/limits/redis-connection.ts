import { once } from "node:events";
import { Redis } from "ioredis";

export type RedisPlace = Readonly<{
  url: string;
  /** Told each time the connection is lost or cannot be made. */
  onLost: (error: unknown) => void;
  /** Told when it is there. */
  onAnswer: () => void;
}>;

const connectWithinMs = 1000;

/** Waits for the connection a second at most; it is made in the background, as often as it is lost. */
export async function connect({ url, onLost, onAnswer }: RedisPlace) {
  const client = new Redis(url, {
    connectTimeout: connectWithinMs,
    // A connection that has fallen silent is replaced.
    socketTimeout: connectWithinMs,
    // Nothing waits for a connection, and nothing is sent a second time.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 1,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1000),
    // After a failover the old master still accepts connections, and refuses to write.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });
  let lastError: Error | undefined;
  let isClosed = false;
  client.on("error", (error: Error) => void (lastError = error));
  client.on("close", () => isClosed || onLost(lastError ?? new Error("the connection was closed")));
  client.on("ready", onAnswer);
  await once(client, "ready", { signal: AbortSignal.timeout(connectWithinMs) }).catch(() => undefined);
  const close = (): void => {
    isClosed = true;
    client.disconnect();
  };
  return { client, close };
}
