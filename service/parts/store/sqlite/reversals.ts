import type { DatabaseSync } from "node:sqlite";
import { creditsDue, owedReference, type ReversalState } from "../reversals.ts";
import type { Ledger } from "./ledger.ts";
import type { Commands } from "./protocol.ts";

type ReversalCommands = Pick<Commands, "reverse" | "returnReversal" | "collectOwed">;

/** Every command changes the entry, the reversal and what is owed in its one transaction. */
export function prepareReversals(db: DatabaseSync, ledger: Ledger): ReversalCommands {
  const rows = prepareRows(db);
  const debts = prepareDebts(db);
  const balanceOf = (account: string): number => ledger.readAccount(account, "").credits;
  return {
    reverse({ reference, session, account, cents, sold, atMs }) {
      if (rows.find(reference)) return "settled";
      const before = rows.sumUp(session);
      const due = creditsDue(sold, { cents: before.cents + cents, taken: before.credits });
      rows.add({ reference, session, account, cents, credits: due, state: "taken" });
      const paid = Math.min(due, balanceOf(account));
      if (paid > 0) ledger.write({ account, delta: -paid, reason: "reversal", reference, atMs });
      debts.change(account, due - paid);
      return "reversed";
    },
    returnReversal({ reference, session, account, atMs }) {
      const known = rows.find(reference);
      if (!known) rows.add({ reference, session, account, cents: 0, credits: 0, state: "returned" });
      if (known?.state !== "taken") return "settled";
      rows.markReturned(reference);
      const forgiven = Math.min(known.credits, debts.owedBy(account));
      debts.change(account, -forgiven);
      const delta = known.credits - forgiven;
      if (delta > 0) ledger.write({ account, delta, reason: "reversal_undone", reference, atMs });
      return "returned";
    },
    collectOwed(account, atMs) {
      const owed = debts.owedBy(account);
      const paid = Math.min(owed, balanceOf(account));
      if (paid > 0) {
        const reference = owedReference(account, debts.countPayment(account));
        ledger.write({ account, delta: -paid, reason: "reversal", reference, atMs });
        debts.change(account, -paid);
      }
      return owed - paid;
    },
  };
}

type Row = Readonly<{
  reference: string;
  session: string;
  account: string;
  cents: number;
  credits: number;
  state: ReversalState;
}>;

function prepareRows(db: DatabaseSync) {
  const find = db.prepare("SELECT credits, state FROM reversals WHERE reference = ?");
  const sum = db.prepare(
    `SELECT coalesce(sum(cents), 0) AS cents, coalesce(sum(credits), 0) AS credits
     FROM reversals WHERE session = ? AND state = 'taken'`,
  );
  const add = db.prepare(
    "INSERT INTO reversals VALUES (:reference, :session, :account, :cents, :credits, :state)",
  );
  const markReturned = db.prepare("UPDATE reversals SET state = 'returned' WHERE reference = ?");
  return {
    find: (reference: string) => find.get(reference) as Pick<Row, "credits" | "state"> | undefined,
    sumUp: (session: string) => sum.get(session) as Pick<Row, "cents" | "credits">,
    add: (row: Row) => void add.run(row),
    markReturned: (reference: string) => void markReturned.run(reference),
  };
}

function prepareDebts(db: DatabaseSync) {
  const find = db.prepare("SELECT owed FROM debts WHERE account = ?");
  const begin = db.prepare("INSERT INTO debts VALUES (?, 0, 0) ON CONFLICT DO NOTHING");
  const change = db.prepare("UPDATE debts SET owed = owed + ? WHERE account = ?");
  const count = db.prepare("UPDATE debts SET payments = payments + 1 WHERE account = ? RETURNING payments");
  return {
    owedBy: (account: string) => Number(find.get(account)?.["owed"] ?? 0),
    /** Nothing is written where nothing changes: most accounts never owe. */
    change: (account: string, credits: number): void => {
      if (credits === 0) return;
      begin.run(account);
      change.run(credits, account);
    },
    countPayment: (account: string) => Number(count.get(account)?.["payments"]),
  };
}
