import type { DatabaseSync } from "node:sqlite";
import type { DepositRows } from "./deposit-rows.ts";
import type { Commands } from "./protocol.ts";
import type { Deposit, Reservation } from "../treasury.ts";
import { toWeiText } from "../wei.ts";

type Row = Omit<Reservation, "deposit"> & Readonly<{ depositReference: string | null }>;
type ReservationCommands = Pick<Commands, "reserve" | "readReservation" | "listOpenReservations">;

export type Reservations = ReservationCommands &
  Readonly<{
    /** The reservation that a deposit settles when it is credited. */
    match(deposit: Deposit): Row | undefined;
    settle(id: string, reference: string): void;
  }>;

const columns = `id, account, credits, amount_wei AS amountWei, created_at_ms AS createdAtMs,
  expires_at_ms AS expiresAtMs, deposit AS depositReference`;

export function prepareReservations(db: DatabaseSync, deposits: DepositRows): Reservations {
  const find = db.prepare(`SELECT ${columns} FROM reservations WHERE id = ?`);
  const open = db.prepare(
    `SELECT ${columns} FROM reservations WHERE account = :account AND expires_at_ms > :nowMs AND deposit IS NULL
     ORDER BY expires_at_ms, id`,
  );
  const settle = db.prepare("UPDATE reservations SET deposit = :reference WHERE id = :id");
  const match = prepareMatching(db);
  const keep = prepareKeeping(db);
  const findRow = (id: string) => find.get(id) as Row | undefined;

  function toReservation({ depositReference, ...row }: Row): Reservation {
    const settledBy = depositReference === null ? undefined : deposits.find(depositReference);
    const wouldSettle = () => deposits.listSeen(row.amountWei).find((seen) => match(seen)?.id === row.id);
    return { ...row, deposit: settledBy ?? wouldSettle() ?? null };
  }

  return {
    match,
    settle: (id, reference) => void settle.run({ id, reference }),
    reserve(asked) {
      const { id, account, nowMs, maxOpen } = asked;
      if (!findRow(id)) {
        if (open.all({ account, nowMs }).length >= maxOpen) return { outcome: "too many" };
        if (!keep(asked)) return { outcome: "amounts taken" };
      }
      return { outcome: "reserved", reservation: toReservation(findRow(id)!) };
    },
    readReservation(id) {
      const row = findRow(id);
      return row && toReservation(row);
    },
    listOpenReservations: (account, nowMs) => (open.all({ account, nowMs }) as Row[]).map(toReservation),
  };
}

function prepareMatching(db: DatabaseSync): Reservations["match"] {
  const matching = db.prepare(
    `SELECT ${columns} FROM reservations
     WHERE amount_wei = :amountWei AND created_at_ms - created_at_ms % 1000 <= :blockTimeMs
       AND expires_at_ms >= :blockTimeMs AND deposit IS NULL AND account = coalesce(:fingerprint, account)
     ORDER BY expires_at_ms, id LIMIT 1`,
  );
  return ({ amountWei, blockTimeMs, fingerprint }) =>
    matching.get({ amountWei, blockTimeMs, fingerprint }) as Row | undefined;
}

/** Whether one of the amounts was free. */
function prepareKeeping(db: DatabaseSync): (asked: Parameters<Commands["reserve"]>[0]) => boolean {
  const taken = db.prepare("SELECT 1 FROM reservations WHERE amount_wei = ? AND expires_at_ms > ?");
  const insert = db.prepare(
    `INSERT INTO reservations (id, account, credits, amount_wei, created_at_ms, expires_at_ms)
     VALUES (:id, :account, :credits, :amountWei, :nowMs, :expiresAtMs)`,
  );
  return ({ id, account, credits, amountsWei, nowMs, expiresAtMs, restMs }) => {
    const amountWei = amountsWei.map(toWeiText).find((amount) => !taken.get(amount, nowMs - restMs));
    if (amountWei === undefined) return false;
    insert.run({ id, account, credits, amountWei, nowMs, expiresAtMs });
    return true;
  };
}
