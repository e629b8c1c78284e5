import type { Connection } from "./connection.ts";
import { toDeposit, type DepositRow } from "./deposit-record.ts";
import type { Keys } from "./keys.ts";
import type { Store } from "../store.ts";
import { unusedLifeMs, type Reservation } from "../treasury.ts";
import { toWeiText } from "../wei.ts";

type ReservationCommands = Pick<Store, "reserve" | "readReservation" | "listOpenReservations" | "prune">;

export function reservationCommands({ run }: Connection, keys: Keys): ReservationCommands {
  return {
    async reserve({ id, account, credits, amountsWei, nowMs, expiresAtMs, restMs, maxOpen }) {
      const amounts = amountsWei.map(toWeiText);
      const names = [keys.reservation(id), keys.unsettledOf(account), keys.unsettled, keys.key(account)];
      const lists = amounts.flatMap((amount) => [keys.reservationsOf(amount), keys.seenOf(amount)]);
      const moments = [nowMs, toSecond(nowMs), expiresAtMs, nowMs - restMs];
      const values = [id, account, credits, ...moments, maxOpen, ...amounts];
      const answer = (await run("reserve", [...names, ...lists], values)) as
        | Row
        | "too many"
        | "amounts taken";
      return typeof answer === "string"
        ? { outcome: answer }
        : { outcome: "reserved", reservation: toReservation(answer) };
    },
    async readReservation(id) {
      const row = (await run("readReservation", [keys.reservation(id)], [])) as Row | null;
      return row === null ? undefined : toReservation(row);
    },
    async listOpenReservations(account, nowMs) {
      const rows = await run("listOpenReservations", [keys.unsettledOf(account)], [nowMs]);
      return (rows as Row[]).map(toReservation);
    },
    async prune(nowMs) {
      await run("pruneReservations", [keys.unsettled], [nowMs - unusedLifeMs]);
    },
  };
}

type Row = readonly [fields: readonly string[], deposit: DepositRow | null];

function toReservation([fields, deposit]: Row): Reservation {
  const [id = "", account = "", credits, amountWei = "", createdAtMs, expiresAtMs] = fields;
  return {
    id,
    account,
    credits: Number(credits),
    amountWei,
    createdAtMs: Number(createdAtMs),
    expiresAtMs: Number(expiresAtMs),
    deposit: deposit && toDeposit(deposit),
  };
}

function toSecond(atMs: number): number {
  return atMs - (atMs % 1_000);
}
