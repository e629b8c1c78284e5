import { PostgresAdapter, PostgresQueryCompiler, sql, type RawBuilder } from "kysely";
import { createBuilder, sending, storeTime, type Dialect } from "../sql/dialect.ts";
import { prepare, toQuery } from "../sql/statement.ts";

const db = createBuilder(
  () => new PostgresAdapter(),
  () => new PostgresQueryCompiler(),
);

/** The server's time when the statement began, unless the store was opened with a clock of its own. */
const nowMs = sql<number>`coalesce(cast(${storeTime} as bigint), floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)`;

/** The number of a lock in the schema that the statement is for. Names are those of version 1.51.0, which may run beside this one. */
export function lockNamed(name: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`hashtextextended(current_schema || '_ed4985701c4a ' || ${name}, 0)`;
}

/** Locks end with their transaction. */
export const locking = {
  alone: prepare((given: { name: string }) =>
    toQuery(db, sql`SELECT pg_advisory_xact_lock(${lockNamed(sql`cast(${given.name} as text)`)})`),
  ),
  shared: prepare((given: { name: string }) =>
    toQuery(db, sql`SELECT pg_advisory_xact_lock_shared(${lockNamed(sql`cast(${given.name} as text)`)})`),
  ),
};

const note = prepare(() =>
  toQuery(db, sql`INSERT INTO sent (id, at_ms) VALUES (${sending}, ${nowMs}) ON CONFLICT DO NOTHING`),
);
const find = prepare(() =>
  toQuery(db, sql<{ told: string | null }>`SELECT told #>> '{}' AS told FROM sent WHERE id = ${sending}`),
);
const tell = prepare((given: { told: string }) =>
  toQuery(db, sql`UPDATE sent SET told = to_jsonb(cast(${given.told} as text)) WHERE id = ${sending}`),
);

const hourMs = 3_600_000;

function drop(
  table: string,
  where: RawBuilder<unknown>,
  { first, atATime }: Readonly<{ first?: string; atATime: number }> = { atATime: 10_000 },
): RawBuilder<object> {
  const order = first === undefined ? sql`` : sql`ORDER BY ${sql.ref(first)}`;
  return sql`DELETE FROM ${sql.table(table)} WHERE ctid IN (SELECT ctid FROM ${sql.table(table)} WHERE ${where}
    ${order} LIMIT ${sql.lit(atATime)} FOR UPDATE SKIP LOCKED)`;
}

/** Commands run beside each other, and are sent again when a connection was lost. */
export const postgresDialect: Dialect = {
  db,
  nowMs,
  held: (query) => query.forUpdate(),
  journalCounts: sql`(SELECT book, state, count(*) AS entries FROM journal GROUP BY book, state)`,
  taskShares: sql`(SELECT shelf, owner, count(*) AS tasks, sum(bytes) AS bytes FROM tasks GROUP BY shelf, owner)`,
  membersOf: (json) => sql`json_array_elements_text(cast(${json} as json))`,
  drop,
  dropSent: [() => drop("sent", sql`at_ms < ${nowMs} - ${sql.lit(hourMs)}`)],
  *readSent() {
    if ((yield* note.count({})) === 1) return undefined;
    return (yield* find.first({}))?.told ?? "";
  },
  *writeSent(told) {
    yield* tell.send({ told });
  },
};
