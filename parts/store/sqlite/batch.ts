import type { DatabaseSync } from "node:sqlite";
import { systemClock } from "../../../platform/clock.ts";
import { durabilityOf, type Durability } from "../commands/command.ts";
import { prepareCommands } from "../commands/index.ts";
import type { CommandSteps } from "../sql/step.ts";
import { sqliteDialect } from "./dialect.ts";
import type { Ask, StoreReply } from "./protocol.ts";
import { createRunner } from "./run.ts";
import { openDatabase } from "./schema.ts";

type Opened = Readonly<{ db: DatabaseSync; run(ask: Ask): unknown }>;

export type Batches = Readonly<{ run(asks: readonly Ask[]): readonly StoreReply[]; close(): void }>;

/**
 * Runs commands in batches, one commit each. The file is opened by the first batch, and again by the next one
 * after a failure: a volume that was full, read-only or absent works once it is put right.
 */
export function createBatches(file: string, openFile = openDatabase): Batches {
  let opened: Opened | undefined;

  function close(): void {
    opened?.db.close();
    opened = undefined;
  }

  function run(asks: readonly Ask[]): readonly StoreReply[] {
    try {
      opened ??= open(openFile(file));
    } catch (error) {
      return asks.map(({ n }) => ({ n, error, unavailable: true }));
    }
    try {
      return runBatch(opened, asks);
    } catch (error) {
      close();
      return asks.map(({ n }) => toReply(n, error));
    }
  }

  return { run, close };
}

const shared = prepareCommands(sqliteDialect);

function open(db: DatabaseSync): Opened {
  const run = createRunner(db);
  return {
    db,
    run: ({ name, args, nowMs = systemClock.now() }) => {
      const command = shared[name] as (...args: readonly unknown[]) => CommandSteps<unknown>;
      return run(command(...args), nowMs);
    },
  };
}

function runBatch({ db, run }: Opened, asks: readonly Ask[]): readonly StoreReply[] {
  const need = strongestOf(asks);
  if (need === "reading") {
    // Without a transaction each statement of a command would see a moment of its own.
    db.exec("BEGIN");
    const replies = asks.map((ask) => runReading(run, ask));
    db.exec("COMMIT");
    return replies;
  }
  db.exec(`PRAGMA synchronous = ${need === "writing" ? "NORMAL" : "FULL"}; BEGIN IMMEDIATE`);
  const replies = asks.map((ask) => runAlone(db, run, ask));
  db.exec("COMMIT");
  return replies;
}

function runReading(run: Opened["run"], ask: Ask): StoreReply {
  try {
    return { n: ask.n, value: run(ask) };
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return toReply(ask.n, error);
  }
}

/** A command that fails is undone without undoing its neighbours. */
function runAlone(db: DatabaseSync, run: Opened["run"], ask: Ask): StoreReply {
  db.exec("SAVEPOINT command");
  try {
    const value = run(ask);
    db.exec("RELEASE command");
    return { n: ask.n, value };
  } catch (error) {
    // A full disk or a failing one makes SQLite undo the whole transaction, and then no neighbour was written.
    if (!db.isTransaction || isUnavailable(error)) throw error;
    db.exec("ROLLBACK TO command; RELEASE command");
    return toReply(ask.n, error);
  }
}

function strongestOf(asks: readonly Ask[]): Durability {
  const wanted = new Set(asks.map(({ name }) => durabilityOf[name]));
  if (wanted.has("surviving power loss")) return "surviving power loss";
  return wanted.has("writing") ? "writing" : "reading";
}

function toReply(n: number, error: unknown): StoreReply {
  return { n, error, unavailable: isUnavailable(error) };
}

/** SQLITE_ERROR, CONSTRAINT, MISMATCH, MISUSE and RANGE: what only our own statements can cause. */
const defects = new Set([1, 19, 20, 21, 25]);

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error && "errcode" in error && typeof error.errcode === "number")) return false;
  return !defects.has(error.errcode & 0xff); // the low byte; the rest says more exactly why
}
