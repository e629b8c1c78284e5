import { sql } from "kysely";
import { lit, type Dialect } from "../../sql/dialect.ts";
import { pick, prepare } from "../../sql/statement.ts";
import { lock, type CommandSteps } from "../../sql/step.ts";
import type { Deposit, DepositRecord, Reservation } from "../../treasury.ts";
import { toWeiText } from "../../wei.ts";
import type { Commands } from "../command.ts";
import type { DepositRows } from "./deposit-rows.ts";

type ReservationCommands = Pick<Commands, "reserve" | "readReservation" | "listOpenReservations">;
type Row = Omit<Reservation, "deposit"> & Readonly<{ depositReference: string | null }>;

export type ReservationRows = ReturnType<typeof prepareReservationRows>;

const columns = [
  "id",
  "account",
  "credits",
  "amountWei",
  "createdAtMs",
  "expiresAtMs",
  "deposit as depositReference",
] as const;

/** Whatever decides about a deposit or a reservation is done one after the other: they are few, and depend on each other. */
export function reservationCommands(
  dialect: Dialect,
  { rows, deposits }: Readonly<{ rows: ReservationRows; deposits: DepositRows }>,
): ReservationCommands {
  const keep = prepareKeeping(dialect);

  function* findDeposit({ id, amountWei, depositReference }: Row): CommandSteps<DepositRecord | undefined> {
    if (depositReference !== null) {
      const settledBy = yield* deposits.byReference.first({ reference: depositReference });
      if (settledBy) return settledBy;
    }
    for (const seen of yield* deposits.seen.all({ amountWei }))
      if ((yield* rows.match(seen))?.id === id) return seen;
    return undefined;
  }

  function* toReservation({ depositReference, ...row }: Row): CommandSteps<Reservation> {
    return { ...row, deposit: (yield* findDeposit({ depositReference, ...row })) ?? null };
  }

  return {
    *reserve(asked) {
      const { id, account, nowMs, maxOpen } = asked;
      yield* lock("treasury");
      if (!(yield* rows.find.first({ id }))) {
        if ((yield* rows.open.all({ account, nowMs })).length >= maxOpen) return { outcome: "too many" };
        if (!(yield* keep(asked))) return { outcome: "amounts taken" };
      }
      return {
        outcome: "reserved",
        reservation: yield* toReservation((yield* rows.find.first({ id }))!),
      };
    },
    *readReservation(id) {
      const row = yield* rows.find.first({ id });
      return row && (yield* toReservation(row));
    },
    *listOpenReservations(account, nowMs) {
      const reservations: Reservation[] = [];
      for (const row of yield* rows.open.all({ account, nowMs }))
        reservations.push(yield* toReservation(row));
      return reservations;
    },
  };
}

export function prepareReservationRows({ db }: Dialect) {
  const reservations = db.selectFrom("reservations").select(columns);
  const match = prepare((given: Pick<Deposit, "amountWei" | "blockTimeMs" | "fingerprint">) =>
    reservations
      .where("amountWei", "=", given.amountWei)
      .where(sql`created_at_ms - created_at_ms % 1000`, "<=", given.blockTimeMs)
      .where("expiresAtMs", ">=", given.blockTimeMs)
      .where("deposit", "is", lit(null))
      .where("account", "=", sql<string>`coalesce(cast(${given.fingerprint} as text), account)`)
      .orderBy("expiresAtMs")
      .orderBy("id")
      .limit(lit(1)),
  );
  return {
    find: prepare((given: { id: string }) => reservations.where("id", "=", given.id)),
    open: prepare((given: { account: string; nowMs: number }) =>
      reservations
        .where("account", "=", given.account)
        .where("expiresAtMs", ">", given.nowMs)
        .where("deposit", "is", lit(null))
        .orderBy("expiresAtMs")
        .orderBy("id"),
    ),
    settle: prepare((given: { id: string; reference: string }) =>
      db.updateTable("reservations").set({ deposit: given.reference }).where("id", "=", given.id),
    ),
    /** The reservation that a deposit settles when it is credited. */
    match: (deposit: Pick<Deposit, "amountWei" | "blockTimeMs" | "fingerprint">) => match.first(deposit),
  };
}

/** Whether one of the amounts was free. */
function prepareKeeping({
  db,
}: Dialect): (asked: Parameters<Commands["reserve"]>[0]) => CommandSteps<boolean> {
  const taken = prepare((given: { amountWei: string; restedMs: number }) =>
    db
      .selectFrom("reservations")
      .select("id")
      .where("amountWei", "=", given.amountWei)
      .where("expiresAtMs", ">", given.restedMs)
      .limit(lit(1)),
  );
  const insert = prepare((given: Omit<Reservation, "deposit">) =>
    db.insertInto("reservations").values({
      ...pick(given, ["id", "account", "credits", "amountWei", "createdAtMs", "expiresAtMs"]),
    }),
  );
  return function* keep({ id, account, credits, amountsWei, nowMs, expiresAtMs, restMs }) {
    for (const amountWei of amountsWei.map(toWeiText)) {
      if (yield* taken.first({ amountWei, restedMs: nowMs - restMs })) continue;
      yield* insert.send({ id, account, credits, amountWei, createdAtMs: nowMs, expiresAtMs });
      return true;
    }
    return false;
  };
}
