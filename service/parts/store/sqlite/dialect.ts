import { sql, SqliteAdapter, SqliteQueryCompiler } from "kysely";
import { createBuilder, storeTime, type Dialect } from "../sql/dialect.ts";
import type { CommandSteps } from "../sql/step.ts";

const db = createBuilder(
  () => new SqliteAdapter(),
  () => new SqliteQueryCompiler(),
);

/** A command is run by one writer, inside the transaction of its batch, and is never sent twice. */
export const sqliteDialect: Dialect = {
  db,
  nowMs: sql<number>`${storeTime}`,
  held: (query) => query,
  journalCounts: sql`journal_counts`,
  taskShares: sql`task_shares`,
  membersOf: (json) => sql`json_each(${json})`,
  drop: (table, where, some) =>
    some === undefined
      ? sql`DELETE FROM ${sql.table(table)} WHERE ${where}`
      : sql`DELETE FROM ${sql.table(table)} WHERE rowid IN (SELECT rowid FROM ${sql.table(table)} WHERE ${where}
          ORDER BY ${sql.ref(some.first)} LIMIT ${sql.lit(some.atATime)})`,
  dropSent: [],
  readSent: notSent,
  writeSent: notSent,
};

// oxlint-disable-next-line require-yield -- there is nothing to do
function* notSent(): CommandSteps<undefined> {
  return undefined;
}
