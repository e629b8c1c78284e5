import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  sql,
  type DialectAdapter,
  type QueryCompiler,
  type RawBuilder,
} from "kysely";
import type { StatementPlace } from "./step.ts";
import type { CommandSteps } from "./step.ts";
import type { Tables } from "./tables.ts";

/** A constant, written into the text of a statement. */
export const lit = <Value>(value: Value): RawBuilder<Value> => sql.lit(value);

/** What an insertion wanted to write where a row is there already. */
export function excluded(column: string): RawBuilder<never> {
  return sql`excluded.${sql.ref(column)}`;
}

/** The same for several columns. */
export function replaced<Name extends string>(columns: readonly Name[]): Record<Name, RawBuilder<never>> {
  const all = columns.map((column) => [column, excluded(column)]);
  return Object.fromEntries(all) as Record<Name, RawBuilder<never>>;
}

/** What the two databases write differently, and the builder of all that they write alike. */
export type Dialect = Readonly<{
  db: Kysely<Tables>;
  /** The store's own time, for counting how long an owner lives or a hold lasts. */
  nowMs: RawBuilder<number>;
  /** Keeps the rows that a query finds from being changed until the command ends. */
  held<Query extends Readonly<{ forUpdate(): Query }>>(query: Query): Query;
  /** How many entries of the journal each book has in each state. */
  journalCounts: RawBuilder<{ book: string; state: string; entries: number }>;
  /** How many tasks each owner has on each shelf, and what they count for. */
  taskShares: RawBuilder<{ shelf: string; owner: string; tasks: number; bytes: number }>;
  /** The members of a JSON array of texts, as rows of one column, `value`. */
  membersOf(json: string): RawBuilder<{ value: string }>;
  /** Deletes rows, or only the first `atATime`. Rows that another process is writing are left for the next time. */
  drop(table: keyof Tables, where: RawBuilder<unknown>, some?: FirstSome): RawBuilder<object>;
  /** Deletes what `readSent` no longer needs to know. */
  dropSent: readonly (() => RawBuilder<object>)[];
  /**
   * For a command without an id of its own whose connection may be lost after it happened: what it answered then, as text,
   * where it is being sent again.
   */
  readSent(): CommandSteps<string | undefined>;
  writeSent(told: string): CommandSteps<void>;
}>;

/** The first by a column, so many at a time. */
export type FirstSome = Readonly<{
  first: string;
  atATime: number;
  /** The index to go by, where SQLite would take another. */
  index?: string;
}>;

export const storeTime = { ofRun: "store time" } satisfies StatementPlace;
export const sending = { ofRun: "sending" } satisfies StatementPlace;

/** Only compiles: what it compiles is run by the stores themselves. */
export function createBuilder(adapter: () => DialectAdapter, compiler: () => QueryCompiler): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: adapter,
      createQueryCompiler: compiler,
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error("Nothing is introspected.");
      },
    },
    plugins: [new CamelCasePlugin()],
  });
}

/** A column's name as the program has it. */
export function toCamelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
