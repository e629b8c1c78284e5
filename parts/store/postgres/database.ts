import { Pool, type PoolClient } from "pg";
import { systemClock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import { Fault } from "../../faults.ts";
import { createConnectionQueue } from "./connection-queue.ts";
import { isConflict, isConnectionLost, isOutage, leavesConnection } from "./failures.ts";

export type Database = Readonly<{
  /** Runs work that may be done twice on a connection of its own; done again where it was lost or in another's way. */
  use<Answer>(work: (client: PoolClient) => Promise<Answer>): Promise<Answer>;
}> &
  AsyncDisposable;

/** A command is one or two round trips, so a few connections carry a process; they stay open. */
const maxConnections = 10;
const warmConnections = 2;
const statementTimeoutMs = 2_500;
/** A process that stands still in the midst of a command lets go of its locks while others still wait for them. */
const idleInTransactionMs = 1_000;
/** How long a command waits for a lost connection to come back. */
const patienceMs = 500;
const maxConflicts = 10;
/** How long a command waits for its turn where very many come at once. */
const maxWaitMs = 10_000;

/** Connects, or rejects. A connection lost later comes back by itself. */
export async function connect(url: string, log: Log): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    application_name: "assay",
    max: maxConnections,
    idleTimeoutMillis: 0,
    keepAlive: true,
    connectionTimeoutMillis: statementTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    // For a server that has fallen silent, and does not end the statement itself.
    query_timeout: statementTimeoutMs + 500,
    // What a command need not wait for is sent before the answer to what came before it.
    pipeline: true,
  });
  const database = createDatabase(pool, log);
  try {
    const warm = await Promise.all(Array.from({ length: warmConnections }, () => pool.connect()));
    for (const client of warm) client.release();
  } catch (cause) {
    await database[Symbol.asyncDispose]();
    throw unavailable(cause);
  }
  return database;
}

function createDatabase(pool: Pool, log: Log): Database {
  const told = report(pool, log);
  const line = createConnectionQueue(maxConnections, maxWaitMs);
  let closing: Promise<void> | undefined;

  /**
   * A connection that cannot be made is tried again for a while: a server that restarts is soon back. Where one was lost,
   * others may be that do not know it yet.
   */
  async function acquire(wasLost: boolean): Promise<PoolClient> {
    const untilMs = performance.now() + patienceMs;
    for (;;) {
      try {
        const client = await pool.connect();
        if (wasLost) await requireAlive(client);
        return client;
      } catch (error) {
        if (!isConnectionLost(error) || performance.now() > untilMs) throw error;
        await systemClock.sleep(25);
      }
    }
  }

  async function attempt<Answer>(
    work: (client: PoolClient) => Promise<Answer>,
    wasLost: boolean,
  ): Promise<Answer> {
    const client = await acquire(wasLost);
    try {
      const answer = await work(client);
      client.release();
      told.isBack();
      return answer;
    } catch (error) {
      client.release(!leavesConnection(error));
      throw error;
    }
  }

  async function persist<Answer>(work: (client: PoolClient) => Promise<Answer>): Promise<Answer> {
    let wasLost = false;
    for (let conflicts = 0; ;) {
      try {
        return await attempt(work, wasLost);
      } catch (error) {
        if (isConflict(error) && conflicts < maxConflicts) {
          conflicts += 1;
          await systemClock.sleep(Math.random() * 10 * conflicts);
        } else if (isConnectionLost(error) && !wasLost) {
          wasLost = true;
          told.isLost(error);
        } else {
          throw error;
        }
      }
    }
  }

  /** Waits for what was sent. */
  async function close(): Promise<void> {
    await line.untilEmpty();
    await pool.end();
  }

  return {
    async use(work) {
      if (closing) throw unavailable(new Error("The store is closed."));
      return line
        .run(() => persist(work))
        .catch((error: unknown) => {
          throw isOutage(error) ? unavailable(error) : error;
        });
    },
    [Symbol.asyncDispose]: () => (closing ??= close()),
  };
}

async function requireAlive(client: PoolClient): Promise<void> {
  try {
    await client.query("");
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function unavailable(cause: unknown): Fault {
  return new Fault("store_unavailable", {}, { cause });
}

/** Says once when the connection is lost and once when it is back, not at every attempt. */
function report(pool: Pool, log: Log) {
  let isLost = false;
  const lose = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    if (!isLost) log.warn("postgres connection lost", { reason });
    isLost = true;
  };
  pool.on("error", lose);
  // A connection that is lost while it is used says so twice: to who waits for its answer, and here.
  pool.on("connect", (client) => client.on("error", lose));
  return {
    isLost: lose,
    isBack: (): void => {
      if (isLost) log.info("postgres connection restored");
      isLost = false;
    },
  };
}
