import type { DatabaseSync } from "node:sqlite";
import type { Account, Entry, Statement } from "./store.ts";

export type Ledger = Readonly<{
  /** False when the reference was written before; then nothing changes. */
  write(entry: Entry): boolean;
  readAccount(account: string, day: string): Account;
  readEntries(account: string): readonly Entry[];
  readStatement(account: string): Statement;
}>;

export function prepareLedger(db: DatabaseSync): Ledger {
  const insert = db.prepare(
    `INSERT INTO entries (account, delta, reason, reference, at_ms) VALUES (:account, :delta, :reason, :reference, :atMs)
     ON CONFLICT (reason, reference) DO NOTHING`,
  );
  const account = db.prepare(
    `SELECT coalesce((SELECT credits FROM balances WHERE account = :account), 0) AS credits,
       coalesce((SELECT calls FROM used WHERE day = :day AND account = :account), 0) AS usedToday`,
  );
  const entries = db.prepare(
    "SELECT account, delta, reason, reference, at_ms AS atMs FROM entries WHERE account = ? ORDER BY n",
  );
  // One statement sees one moment, whatever others write meanwhile; an account without entries still has a row.
  const statement = db.prepare(
    `SELECT coalesce((SELECT credits FROM balances WHERE account = :account), 0) AS credits,
       coalesce((SELECT wei FROM remainders WHERE account = :account), '0') AS remainderWei,
       entries.account, delta, reason, reference, at_ms AS atMs
     FROM (SELECT 1) LEFT JOIN entries ON entries.account = :account ORDER BY n`,
  );
  return {
    write: ({ account, delta, reason, reference, atMs }) =>
      insert.run({ account, delta, reason, reference, atMs }).changes === 1,
    readAccount: (name, day) => ({ ...(account.get({ account: name, day }) as Account) }),
    readEntries: (name) => (entries.all(name) as Entry[]).map((entry) => ({ ...entry })),
    readStatement: (name) => toStatement(statement.all({ account: name }) as StatementRow[]),
  };
}

type StatementRow = Omit<Statement, "entries"> & Entry;

function toStatement(rows: readonly StatementRow[]): Statement {
  const [{ credits, remainderWei } = { credits: 0, remainderWei: "0" }] = rows;
  const entries = rows
    .filter(({ account }) => account !== null)
    .map(({ account, delta, reason, reference, atMs }) => ({ account, delta, reason, reference, atMs }));
  return { credits, remainderWei, entries };
}
