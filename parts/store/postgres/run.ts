import type { PoolClient, QueryArrayConfig, QueryArrayResult } from "pg";
import { toCamelCase } from "../sql/dialect.ts";
import { valuesOf } from "../sql/statement.ts";
import type { CompiledStatement } from "../sql/step.ts";
import type { CommandStep, CommandSteps, StatementAnswer } from "../sql/step.ts";
import { locking } from "./dialect.ts";
import { escapeText, restoreText } from "./wire.ts";

export type CommandRun = Readonly<{
  /** A statement's text for the schema that the store is in. */
  qualify(statement: CompiledStatement): string;
  /** A command that only reads sees one moment; one that writes sees, statement by statement, what is committed. */
  isReading: boolean;
  /** The reading of the clock that the store was opened with; null where the server's own counts. */
  nowMs: number | null;
  /** The same for each time that one command is sent. */
  sending: string;
}>;

/** The result of a command. An error that the command itself threw is a defect of ours; the connection stays usable. */
export type CommandOutcome<Answer> = Readonly<{ answer: Answer } | { defect: unknown }>;

/** Runs a command in a transaction of its own; one that is a single statement needs none around it. */
export async function runOn<Answer>(
  client: PoolClient,
  steps: CommandSteps<Answer>,
  run: CommandRun,
): Promise<CommandOutcome<Answer>> {
  const transaction = createTransaction(client, run);
  try {
    for (let answer = nothing; ;) {
      const step = advance(steps, answer);
      if ("defect" in step) {
        await transaction.undo();
        return step;
      }
      if (step.done) {
        await transaction.end();
        return { answer: step.value };
      }
      answer = await transaction.perform(step.value);
    }
  } catch (error) {
    await transaction.undo();
    throw (await transaction.firstFailure()) ?? error;
  }
}

const nothing: StatementAnswer = { rows: [], changes: 0 };

function advance<Answer>(steps: CommandSteps<Answer>, answer: StatementAnswer) {
  try {
    return steps.next(answer);
  } catch (defect) {
    return { defect };
  }
}

/**
 * Sends statements one after the other without waiting, except for those whose answer the command needs to continue: so
 * a usual command takes one or two round trips.
 */
function createTransaction(client: PoolClient, run: CommandRun) {
  const sent: Promise<unknown>[] = [];
  let isOpen = false;

  function send(query: QueryArrayConfig | string): Promise<StatementAnswer> {
    const answer = client.query<unknown[]>(query as QueryArrayConfig).then(toAnswer);
    answer.catch(() => {}); // reported by firstFailure, or to the caller that waits for it
    sent.push(answer);
    return answer;
  }

  function endWith(how: "COMMIT" | "ROLLBACK"): void {
    if (isOpen) void send(how);
    isOpen = false;
  }

  return {
    async perform(step: CommandStep): Promise<StatementAnswer> {
      const isLast = step.does === "ask" && step.isLast;
      if (sent.length === 0 && !isLast) {
        isOpen = true;
        void send(
          run.isReading
            ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
            : "BEGIN ISOLATION LEVEL READ COMMITTED",
        );
      }
      const telling = send(toQuery(step, run));
      if (isLast) endWith("COMMIT");
      return step.does === "ask" ? telling : nothing;
    },
    async end(): Promise<void> {
      endWith("COMMIT");
      for (const answer of sent) await answer;
    },
    async undo(): Promise<void> {
      endWith("ROLLBACK");
      await Promise.allSettled(sent);
    },
    /** The first failed statement carries the reason; those after it fail because of it. */
    async firstFailure(): Promise<unknown> {
      const settled = await Promise.allSettled(sent);
      return settled.find((one) => one.status === "rejected")?.reason;
    },
  };
}

function toQuery(step: CommandStep, run: CommandRun): QueryArrayConfig {
  const { statement, given } =
    step.does === "lock"
      ? { statement: locking[step.isShared ? "shared" : "alone"].statement, given: { name: step.name } }
      : step;
  const values = valuesOf(statement, given, { "store time": run.nowMs, sending: run.sending });
  return {
    name: statement.name,
    text: run.qualify(statement),
    values: values.map(toText),
    rowMode: "array",
    types,
  };
}

function toText(value: unknown): unknown {
  return typeof value === "string" ? escapeText(value) : value;
}

/** int4, int8 and numeric: every whole number of a store is one that JavaScript counts exactly. */
const numbers = new Set([20, 23, 1700]);
const types = {
  getTypeParser: (type: number) => (text: string) => (numbers.has(type) ? Number(text) : restoreText(text)),
};

function toAnswer({ rows, fields, rowCount }: QueryArrayResult): StatementAnswer {
  const columns = fields.map(({ name }) => toCamelCase(name));
  return {
    rows: rows.map((row: unknown[]) => Object.fromEntries(columns.map((name, n) => [name, row[n]]))),
    changes: rowCount ?? 0,
  };
}
