import type { DatabaseSync } from "node:sqlite";
import type { Account, Entry } from "./store.ts";

export type Ledger = Readonly<{
  /** False when the reference was written before; then nothing changes. */
  write(entry: Entry): boolean;
  readAccount(account: string, day: string): Account;
  readEntries(account: string): readonly Entry[];
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
  return {
    write: ({ account, delta, reason, reference, atMs }) =>
      insert.run({ account, delta, reason, reference, atMs }).changes === 1,
    readAccount: (name, day) => ({ ...(account.get({ account: name, day }) as Account) }),
    readEntries: (name) => (entries.all(name) as Entry[]).map((entry) => ({ ...entry })),
  };
}
