import { PostgresAdapter, PostgresQueryCompiler, sql } from "kysely";
import { createBuilder, sending, storeTime, type Dialect } from "../sql/dialect.ts";
import { prepare } from "../sql/statement.ts";

const db = createBuilder(
  () => new PostgresAdapter(),
  () => new PostgresQueryCompiler(),
);

/** The server's time when the statement began, unless the store was opened with a clock of its own. */
const nowMs = sql<number>`coalesce(cast(${storeTime} as bigint), floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)`;

const note = prepare(() =>
  raw(sql`INSERT INTO sent (id, at_ms) VALUES (${sending}, ${nowMs}) ON CONFLICT DO NOTHING`),
);
const find = prepare(() => raw<{ told: string | null }>(sql`SELECT told #>> '{}' AS told FROM sent WHERE id = ${sending}`));
const tell = prepare((given: { told: string }) =>
  raw(sql`UPDATE sent SET told = to_jsonb(cast(${given.told} as text)) WHERE id = ${sending}`),
);

function raw<Row>(query: ReturnType<typeof sql<Row>>) {
  return { compile: () => query.compile(db) };
}

/** Commands run beside each other, and are sent again when a connection was lost. */
export const postgresDialect: Dialect = {
  db,
  nowMs,
  held: (query) => query.forUpdate(),
  journalCounts: sql`(SELECT book, state, count(*) AS entries FROM journal GROUP BY book, state)`,
  taskShares: sql`(SELECT shelf, owner, count(*) AS tasks, sum(bytes) AS bytes FROM tasks GROUP BY shelf, owner)`,
  membersOf: (json) => sql`json_array_elements_text(cast(${json} as json))`,
  drop: (table, where, orderBy, limit = 10_000) => sql`DELETE FROM ${sql.table(table)} WHERE ctid IN (
    SELECT ctid FROM ${sql.table(table)} WHERE ${where} ${orderBy === undefined ? sql`` : sql`ORDER BY ${sql.ref(orderBy)}`}
    LIMIT ${sql.lit(limit)} FOR UPDATE SKIP LOCKED)`,
  *readSent() {
    if ((yield* note.count({})) === 1) return undefined;
    return (yield* find.first({}))?.told ?? "";
  },
  *writeSent(told) {
    yield* tell.send({ told });
  },
};
