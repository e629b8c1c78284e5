import { sql } from "kysely";
import { creditsDue, owedReference, type Reversals } from "../../reversals.ts";
import { lit, type Dialect } from "../../sql/dialect.ts";
import { pick, prepare } from "../../sql/statement.ts";
import { lock, type CommandSteps } from "../../sql/step.ts";
import type { Tables } from "../../sql/tables.ts";
import type { Commands } from "../command.ts";
import type { Ledger } from "../ledger.ts";

/** Every command changes the entry, the reversal and what is owed in its one transaction. */
export function reversalCommands(dialect: Dialect, ledger: Ledger): Pick<Commands, keyof Reversals> {
  const rows = prepareRows(dialect);
  const debts = prepareDebts(dialect);
  return {
    *reverse({ reference, session, account, cents, sold, atMs }) {
      yield* lock(`session ${session}`);
      yield* lock(`account ${account}`);
      if (yield* rows.find.first({ reference })) return "settled";
      const before = (yield* rows.sum.first({ session }))!;
      const due = creditsDue(sold, { cents: before.cents + cents, taken: before.credits });
      yield* rows.add.send({ reference, session, account, cents, credits: due, state: "taken" });
      const paid = Math.min(due, yield* ledger.balanceOf(account));
      if (paid > 0) yield* ledger.write({ account, delta: -paid, reason: "reversal", reference, atMs });
      yield* debts.change(account, due - paid);
      return "reversed";
    },
    *returnReversal({ reference, session, account, atMs }) {
      yield* lock(`session ${session}`);
      yield* lock(`account ${account}`);
      const known = yield* rows.find.first({ reference });
      if (!known)
        yield* rows.add.send({ reference, session, account, cents: 0, credits: 0, state: "returned" });
      if (known?.state !== "taken") return "settled";
      yield* rows.markReturned.send({ reference });
      const forgiven = Math.min(known.credits, yield* debts.owedBy(account));
      yield* debts.change(account, -forgiven);
      const delta = known.credits - forgiven;
      if (delta > 0) yield* ledger.write({ account, delta, reason: "reversal_undone", reference, atMs });
      return "returned";
    },
    *collectOwed(account, atMs) {
      yield* lock(`account ${account}`);
      const owed = yield* debts.owedBy(account);
      const paid = Math.min(owed, yield* ledger.balanceOf(account));
      if (paid > 0) {
        const reference = owedReference(account, yield* debts.countPayment(account));
        yield* ledger.write({ account, delta: -paid, reason: "reversal", reference, atMs });
        yield* debts.change(account, -paid);
      }
      return owed - paid;
    },
  };
}

function prepareRows({ db }: Dialect) {
  return {
    find: prepare((given: { reference: string }) =>
      db.selectFrom("reversals").select(["credits", "state"]).where("reference", "=", given.reference),
    ),
    sum: prepare((given: { session: string }) =>
      db
        .selectFrom("reversals")
        .select([
          sql<number>`coalesce(sum(cents), 0)`.as("cents"),
          sql<number>`coalesce(sum(credits), 0)`.as("credits"),
        ])
        .where("session", "=", given.session)
        .where("state", "=", lit("taken")),
    ),
    add: prepare((given: Tables["reversals"]) =>
      db.insertInto("reversals").values({
        ...pick(given, ["reference", "session", "account", "cents", "credits", "state"]),
      }),
    ),
    markReturned: prepare((given: { reference: string }) =>
      db
        .updateTable("reversals")
        .set({ state: lit("returned") })
        .where("reference", "=", given.reference),
    ),
  };
}

function prepareDebts({ db }: Dialect) {
  const find = prepare((given: { account: string }) =>
    db.selectFrom("debts").select("owed").where("account", "=", given.account),
  );
  const begin = prepare((given: { account: string }) =>
    db
      .insertInto("debts")
      .values({ account: given.account, owed: lit(0), payments: lit(0) })
      .onConflict((conflict) => conflict.doNothing()),
  );
  const change = prepare((given: { account: string; credits: number }) =>
    db
      .updateTable("debts")
      .set({ owed: sql`owed + ${given.credits}` })
      .where("account", "=", given.account),
  );
  const count = prepare((given: { account: string }) =>
    db
      .updateTable("debts")
      .set({ payments: sql`payments + 1` })
      .where("account", "=", given.account)
      .returning("payments"),
  );
  return {
    *owedBy(account: string): CommandSteps<number> {
      return (yield* find.first({ account }))?.owed ?? 0;
    },
    /** Nothing is written where nothing changes: most accounts never owe. */
    *change(account: string, credits: number): CommandSteps<void> {
      if (credits === 0) return;
      yield* begin.send({ account });
      yield* change.send({ account, credits });
    },
    *countPayment(account: string): CommandSteps<number> {
      return (yield* count.first({ account }))!.payments;
    },
  };
}
