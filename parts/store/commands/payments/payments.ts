import type { Payments } from "../../payments.ts";
import type { Dialect } from "../../sql/dialect.ts";
import { prepare, toQuery } from "../../sql/statement.ts";
import { lock } from "../../sql/step.ts";
import type { Commands } from "../command.ts";
import { sql } from "kysely";
import { createClaiming } from "./claiming.ts";
import type { Owners } from "../owners.ts";
import { preparePaymentRows, prepareTransfers, toRecord, type PaymentRows } from "./payment-rows.ts";

export function paymentCommands(dialect: Dialect, owners: Owners): Pick<Commands, keyof Payments> {
  const rows = preparePaymentRows(dialect);
  return {
    *findPayment(id) {
      const row = yield* rows.find.last.first({ id });
      return row && toRecord(row);
    },
    *findPaid(payer, request) {
      const row = yield* rows.paid.last.first({ payer, request });
      return row && toRecord(row);
    },
    claimPayment: createClaiming(rows, owners),
    ...createProgress(dialect, rows),
    ...prepareServed(dialect),
    // What a crash left worked for may have been settled: it happened somewhere between the two.
    *releasePaymentsOf(owner, only) {
      yield* lock(`owner ${owner}`);
      if (only === "if silent" && (yield* owners.isAlive(owner))) return 0;
      const dropped = yield* rows.forgetOf.count({ owner });
      return dropped + (yield* rows.releaseOf.last.count({ owner }));
    },
  };
}

function createProgress(
  dialect: Dialect,
  rows: PaymentRows,
): Pick<Commands, "keepWork" | "settlePayment" | "letGoPayment"> {
  const transfers = prepareTransfers(dialect);
  return {
    *keepWork(id, hold, { answer }) {
      return (yield* rows.work.last.count({ id, hold, answer })) === 1 ? "kept" : "gone";
    },
    *settlePayment(id, { receipt, transfer, atMs, repeatUntilMs }) {
      yield* lock(`payment ${id}`);
      yield* lock(`transfer ${transfer.chain} ${transfer.transaction}`);
      const state = (yield* rows.findHeld.first({ id }))?.state;
      if (state !== "worked") return state === "settled" ? "settled" : "gone";
      if (yield* transfers.taken.first({ id, ...transfer })) return "taken";
      yield* transfers.insert.send({ id, ...transfer });
      yield* transfers.serve.send({ id });
      yield* rows.settle.send({ id, receipt, atMs, repeatUntilMs });
      return "settled";
    },
    *letGoPayment(id, hold, { atMs, isUncertain }) {
      yield* rows.forget.send({ id, hold });
      yield* rows.leave.send({ id, hold, atMs, isUncertain: isUncertain ? 1 : 0 });
    },
  };
}

function prepareServed({ db, membersOf }: Dialect): Pick<Commands, "addServed" | "findServed"> {
  const add = prepare((given: { address: string }) =>
    db
      .insertInto("served")
      .values({ address: given.address })
      .onConflict((conflict) => conflict.doNothing()),
  );
  const find = prepare((given: { among: string }) =>
    toQuery(
      db,
      sql<{ address: string }>`SELECT address FROM served
        WHERE address IN (SELECT value FROM ${membersOf(given.among)} AS members)`,
    ),
  );
  return {
    *addServed(address) {
      yield* add.last.count({ address });
    },
    *findServed(among) {
      const rows = yield* find.last.all({ among: JSON.stringify(among) });
      return rows.map(({ address }) => address);
    },
  };
}
