import type { DatabaseSync, StatementSync } from "node:sqlite";
import { toCamelCase } from "../sql/dialect.ts";
import { valuesOf } from "../sql/statement.ts";
import type { CompiledStatement } from "../sql/step.ts";
import type { CommandSteps, StatementAnswer } from "../sql/step.ts";

/** Runs commands on an open file, each at once and inside a transaction that it did not begin itself. */
export type Runner = <Answer>(steps: CommandSteps<Answer>, nowMs: number) => Answer;

type Opened = Readonly<{ statement: StatementSync; columns: readonly string[] }>;

export function createRunner(db: DatabaseSync): Runner {
  const opened = new Map<CompiledStatement, Opened>();

  function open(statement: CompiledStatement): Opened {
    const known = opened.get(statement);
    if (known) return known;
    const made = db.prepare(statement.text);
    made.setReturnArrays(true);
    const one = { statement: made, columns: made.columns().map(({ name }) => toCamelCase(name)) };
    opened.set(statement, one);
    return one;
  }

  return (steps, nowMs) => {
    for (let step = steps.next(nothing); ;) {
      if (step.done) return step.value;
      const { value } = step;
      if (value.does === "lock") {
        step = steps.next(nothing);
        continue;
      }
      const { statement, columns } = open(value.statement);
      const values = valuesOf(value.statement, value.given, {
        "store time": nowMs,
        sending: null,
      }) as string[];
      step = steps.next(columns.length === 0 ? change(statement, values) : read(statement, columns, values));
    }
  };
}

const nothing: StatementAnswer = { rows: [], changes: 0 };

function change(statement: StatementSync, values: string[]): StatementAnswer {
  return { rows: [], changes: Number(statement.run(...values).changes) };
}

function read(statement: StatementSync, columns: readonly string[], values: string[]): StatementAnswer {
  const found = statement.all(...values) as unknown as readonly unknown[][];
  const rows = found.map((row) => Object.fromEntries(columns.map((name, n) => [name, row[n]])));
  return { rows, changes: rows.length };
}
