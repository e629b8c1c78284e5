import type { DatabaseSync } from "node:sqlite";
import type { DepositRows } from "./deposit-rows.ts";
import type { Ledger } from "./ledger.ts";
import type { Commands } from "./protocol.ts";
import type { Reservations } from "./reservations.ts";
import type { DecidedDeposit, Deposit, DepositRecord } from "../treasury.ts";
import { fillCredits, toPriceText, toWeiText } from "../wei.ts";

type DepositCommands = Pick<
  Commands,
  | "seeDeposit"
  | "forgetSeen"
  | "creditDeposit"
  | "claimDeposit"
  | "readDeposit"
  | "findDeposits"
  | "listUnclaimed"
  | "readRemainder"
>;
type Parts = Readonly<{
  rows: DepositRows;
  reservations: Pick<Reservations, "match" | "settle">;
  ledger: Ledger;
}>;

/** What a deposit has before it is decided. */
const undecided = {
  state: "seen",
  account: null,
  priceWei: null,
  credits: 0,
  reservedCredits: 0,
  reservation: null,
} as const;

export function prepareDeposits(db: DatabaseSync, parts: Parts): DepositCommands {
  const { rows } = parts;
  const crediting = prepareCrediting(db, parts);
  return {
    ...prepareDeciding(db, parts, crediting),
    readRemainder: crediting.readRemainder,
    readDeposit: rows.find,
    findDeposits: rows.ofTx,
    listUnclaimed: ({ chainId, ...page }) => rows.listUnclaimed({ chain: String(chainId), ...page }),
    forgetSeen: (chainId, upToBlock, fromBlock = 0) => rows.forgetSeen(String(chainId), upToBlock, fromBlock),
    seeDeposit(deposit) {
      const known = rows.find(deposit.reference);
      if (!isDecided(known)) rows.put({ ...canonical(deposit), ...undecided });
    },
  };
}

function prepareDeciding(
  db: DatabaseSync,
  { rows, reservations }: Parts,
  { credit }: ReturnType<typeof prepareCrediting>,
): Pick<Commands, "creditDeposit" | "claimDeposit"> {
  const key = db.prepare("SELECT 1 FROM keys WHERE fingerprint = ? AND revoked_at_ms IS NULL");
  const isKey = (account: string): boolean => key.get(account) !== undefined;
  return {
    creditDeposit(given, { priceWei, atMs }) {
      const price = toPriceText(priceWei);
      const known = rows.find(given.reference);
      if (isDecided(known)) return { ...known, isNew: false };
      const deposit = { ...canonical(given), ...undecided };
      const reservation = reservations.match(deposit);
      const account = deposit.fingerprint ?? reservation?.account;
      if (account !== undefined && isKey(account))
        return credit(deposit, { account, reservation, priceWei: price, atMs });
      const unclaimed = { ...deposit, state: "unclaimed" } as const;
      rows.put(unclaimed);
      return { ...unclaimed, isNew: true };
    },
    claimDeposit(reference, { account, priceWei, atMs }) {
      const price = toPriceText(priceWei);
      const known = rows.find(reference);
      const isFree = known?.state === "unclaimed" && isKey(account);
      if (!isFree) return known && { ...known, isNew: false };
      return credit(known, { account, reservation: undefined, priceWei: price, atMs });
    },
  };
}

type Target = Readonly<{
  account: string;
  reservation: ReturnType<Reservations["match"]>;
  priceWei: string;
  atMs: number;
}>;

function prepareCrediting(db: DatabaseSync, { rows, reservations, ledger }: Parts) {
  const remainder = db.prepare("SELECT wei FROM remainders WHERE account = ?");
  const leave = db.prepare("INSERT OR REPLACE INTO remainders VALUES (?, ?)");
  const readRemainder = (account: string) => (remainder.get(account)?.["wei"] ?? "0") as string;

  /** The entry, the remainder, the reservation and the record: all in the transaction of the command. */
  function credit(deposit: DepositRecord, { account, reservation, priceWei, atMs }: Target): DecidedDeposit {
    const { reference, amountWei } = deposit;
    const { credits, reservedCredits, remainderWei } = fillCredits({
      remainderWei: readRemainder(account),
      amountWei,
      priceWei,
      reserved: reservation?.credits ?? 0,
    });
    if (!ledger.write({ account, delta: credits, reason: "deposit", reference, atMs })) {
      throw new Error(`Deposit ${reference} has an entry but was never decided.`);
    }
    leave.run(account, remainderWei);
    if (reservation) reservations.settle(reservation.id, reference);
    const filled = { account, priceWei, credits, reservedCredits, reservation: reservation?.id ?? null };
    const credited = { ...deposit, state: "credited", ...filled } as const;
    rows.put(credited);
    return { ...credited, isNew: true };
  }

  return { credit, readRemainder };
}

function isDecided(known: DepositRecord | undefined): known is DepositRecord {
  return known !== undefined && known.state !== "seen";
}

function canonical({ reference, tx, sender, amountWei, fingerprint, block, blockTimeMs }: Deposit): Deposit {
  return { reference, tx, sender, amountWei: toWeiText(amountWei), fingerprint, block, blockTimeMs };
}
