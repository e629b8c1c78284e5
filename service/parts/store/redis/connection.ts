import { once } from "node:events";
import { Redis, ReplyError } from "ioredis";
import { Fault } from "../../../faults.ts";
import type { Log } from "../../../../platform/log.ts";
import { scripts, type ScriptName } from "./scripts.ts";

type Value = string | number;

export type Connection = Readonly<{
  send<Answer>(command: (client: Redis) => Promise<Answer>): Promise<Answer>;
  run(script: ScriptName, keys: readonly string[], values: readonly Value[]): Promise<unknown>;
}> &
  AsyncDisposable;

const commandTimeoutMs = 1_500;
/** How long a command waits for a lost connection to come back: a busy machine takes a while to make a new one. */
const patienceMs = 1_500;

/** Connects, or rejects. A connection lost later comes back by itself. */
export async function connect(url: string, log: Log): Promise<Connection> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: commandTimeoutMs,
    commandTimeout: commandTimeoutMs,
    // A connection that has fallen silent is replaced.
    socketTimeout: commandTimeoutMs + 500,
    // A command whose connection closes is rejected at once, and is never sent again behind our back: one that
    // ioredis resends after its caller has been refused would charge for nothing.
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(25 * 2 ** attempt, 1_000),
    // After a failover the old master still accepts connections, and refuses to write.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
    scripts: Object.fromEntries(Object.entries(scripts).map(([name, lua]) => [name, { lua }])),
  });
  const lastError = report(client, log);
  try {
    await client.connect();
  } catch (error) {
    client.disconnect();
    throw new Fault("store_unavailable", {}, { cause: lastError() ?? error });
  }
  return createConnection(client);
}

function createConnection(client: Redis): Connection {
  let returning: Promise<unknown> | undefined;
  let isClosed = false;

  /** One wait for all commands that find the connection gone. */
  async function waitUntilBack(): Promise<void> {
    if (client.status === "ready") return; // it came back before anybody looked
    returning ??= once(client, "ready", { signal: AbortSignal.timeout(patienceMs) }).finally(() => {
      returning = undefined;
    });
    await returning;
  }

  /** Every command may be sent twice, so one that lost its connection is sent again once. */
  async function send<Answer>(command: (client: Redis) => Promise<Answer>): Promise<Answer> {
    try {
      return await command(client).catch(async (error: unknown) => {
        if (isClosed || !isConnectionLost(error)) throw error;
        await waitUntilBack();
        return command(client);
      });
    } catch (cause) {
      throw new Fault("store_unavailable", {}, { cause });
    }
  }

  /** Waits for what was sent, unless there is no connection to wait for. */
  async function close(): Promise<void> {
    isClosed = true;
    // A quit that fails has lost the connection it was to end.
    if (client.status === "ready") await client.quit().catch(() => undefined);
    client.disconnect();
  }

  const scripted = client as unknown as Record<ScriptName, (...args: Value[]) => Promise<unknown>>;
  return {
    send,
    run: (script, keys, values) => send(() => scripted[script](keys.length, ...keys, ...values)),
    [Symbol.asyncDispose]: close,
  };
}

/** Neither an answer of Redis nor its silence, but a connection that closed or is not there. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ReplyError) return false;
  return error.name === "MaxRetriesPerRequestError" || error.message.startsWith("Stream isn't writeable");
}

/** Says once when the connection is lost and once when it is back, not at every attempt. */
function report(client: Redis, log: Log): () => Error | undefined {
  let isLost = false;
  let lastError: Error | undefined;
  client.on("error", (error: Error) => {
    lastError = error;
  });
  client.on("reconnecting", () => {
    if (!isLost) log.warn("redis connection lost", { reason: lastError?.message ?? "closed" });
    isLost = true;
  });
  client.on("ready", () => {
    if (isLost) log.info("redis connection restored");
    isLost = false;
    lastError = undefined;
  });
  return () => lastError;
}
