/**
 * The body of a command in PL/pgSQL: `a` is the array of its arguments, `now_ms` the store's own time, and what it
 * returns is the answer. Names of fields are in snake case on both sides, as columns are. One that only reads sees
 * one moment; one that writes sees, statement by statement, what is committed, so it locks what it decides about.
 */
export type SqlFunction = Readonly<{ reads: string } | { writes: string }>;

export type SqlFunctions = Readonly<Record<string, SqlFunction>>;
