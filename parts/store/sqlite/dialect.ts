import { sql, SqliteAdapter, SqliteQueryCompiler, type RawBuilder } from "kysely";
import { createBuilder, storeTime, type Dialect, type FirstSome } from "../sql/dialect.ts";
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
  drop: (table, where, some) => (some === undefined ? dropAll(table, where) : dropSome(table, where, some)),
  dropSent: [],
  readSent: notSent,
  writeSent: notSent,
};

function dropAll(table: string, where: RawBuilder<unknown>): RawBuilder<object> {
  return sql`DELETE FROM ${sql.table(table)} WHERE ${where}`;
}

function dropSome(
  table: string,
  where: RawBuilder<unknown>,
  { first, atATime, index }: FirstSome,
): RawBuilder<object> {
  const by = index === undefined ? sql`` : sql`INDEXED BY ${sql.ref(index)}`;
  return sql`DELETE FROM ${sql.table(table)} WHERE rowid IN (SELECT rowid FROM ${sql.table(table)} ${by} WHERE ${where}
    ORDER BY ${sql.ref(first)} LIMIT ${sql.lit(atATime)})`;
}

// oxlint-disable-next-line require-yield -- there is nothing to do
function* notSent(): CommandSteps<undefined> {
  return undefined;
}
