import type { DatabaseSync } from "node:sqlite";
import type { Account, LedgerEntry, AccountStatement } from "../store.ts";

export type Ledger = Readonly<{
  /** False when the reference was written before; then nothing changes. */
  write(entry: LedgerEntry): boolean;
  readAccount(account: string, day: string): Account;
  readEntries(account: string): readonly LedgerEntry[];
  readStatement(account: string): AccountStatement;
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
  const held = db.prepare(
    `SELECT coalesce((SELECT credits FROM balances WHERE account = :account), 0) AS credits,
       coalesce((SELECT wei FROM remainders WHERE account = :account), '0') AS remainderWei,
       coalesce((SELECT owed FROM debts WHERE account = :account), 0) AS owed,
       coalesce((SELECT sum(credits) FROM reversals WHERE account = :account AND state = 'taken'), 0) AS reversed`,
  );
  const readEntries = (name: string) => (entries.all(name) as LedgerEntry[]).map((entry) => ({ ...entry }));
  return {
    write: ({ account, delta, reason, reference, atMs }) =>
      insert.run({ account, delta, reason, reference, atMs }).changes === 1,
    readAccount: (name, day) => ({ ...(account.get({ account: name, day }) as Account) }),
    readEntries,
    readStatement: (name) => ({
      ...(held.get({ account: name }) as Omit<AccountStatement, "entries">),
      entries: readEntries(name),
    }),
  };
}
