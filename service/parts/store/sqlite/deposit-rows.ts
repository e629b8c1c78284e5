import type { DatabaseSync } from "node:sqlite";
import type { DepositRecord } from "../treasury.ts";

const columns = `reference, tx, sender, amount_wei AS amountWei, fingerprint, block, block_time_ms AS blockTimeMs,
  state, account, price_wei AS priceWei, credits, reservation, reserved_credits AS reservedCredits`;

export type DepositRows = Readonly<{
  find(reference: string): DepositRecord | undefined;
  put(deposit: DepositRecord): void;
  /** What is seen of an amount, the earliest first. */
  listSeen(amountWei: string): readonly DepositRecord[];
  ofTx(tx: string): readonly DepositRecord[];
  /** The newest first. */
  listUnclaimed(page: { chain: string; sinceMs: number; limit: number }): readonly DepositRecord[];
  list(page: { after: string; limit: number }): readonly DepositRecord[];
  forgetSeen(chain: string, upToBlock: number, fromBlock: number): void;
}>;

export function prepareDepositRows(db: DatabaseSync): DepositRows {
  const find = db.prepare(`SELECT ${columns} FROM deposits WHERE reference = ?`);
  const put = db.prepare(
    `INSERT INTO deposits VALUES (:reference, :chain, :tx, :sender, :amountWei, :fingerprint, :block, :blockTimeMs,
       :state, :account, :priceWei, :credits, :reservation, :reservedCredits)
     ON CONFLICT (reference) DO UPDATE SET sender = excluded.sender, amount_wei = excluded.amount_wei,
       fingerprint = excluded.fingerprint, block = excluded.block, block_time_ms = excluded.block_time_ms,
       state = excluded.state, account = excluded.account, price_wei = excluded.price_wei,
       credits = excluded.credits, reservation = excluded.reservation,
       reserved_credits = excluded.reserved_credits`,
  );
  const seen = db.prepare(
    `SELECT ${columns} FROM deposits WHERE amount_wei = ? AND state = 'seen' ORDER BY block_time_ms, reference`,
  );
  // A longer reference of one transaction has a position of more digits.
  const ofTx = db.prepare(
    `SELECT ${columns} FROM deposits WHERE tx = ? ORDER BY length(reference), reference`,
  );
  const unclaimed = db.prepare(
    `SELECT ${columns} FROM deposits WHERE chain = :chain AND block_time_ms >= :sinceMs AND state = 'unclaimed'
     ORDER BY block_time_ms DESC, reference DESC LIMIT :limit`,
  );
  const list = db.prepare(
    `SELECT ${columns} FROM deposits WHERE reference > :after ORDER BY reference LIMIT :limit`,
  );
  const forget = db.prepare(
    "DELETE FROM deposits WHERE chain = ? AND block <= ? AND block >= ? AND state = 'seen'",
  );
  return {
    find: (reference) => find.all(reference).map(toRecord)[0],
    put: (deposit) => void put.run({ ...deposit, chain: chainOf(deposit) }),
    listSeen: (amountWei) => seen.all(amountWei).map(toRecord),
    ofTx: (tx) => ofTx.all(tx).map(toRecord),
    listUnclaimed: (page) => unclaimed.all(page).map(toRecord),
    list: ({ after, limit }) => list.all({ after, limit }).map(toRecord),
    forgetSeen: (chain, upToBlock, fromBlock) => void forget.run(chain, upToBlock, fromBlock),
  };
}

/** The chain a reference begins with. */
function chainOf({ reference }: { reference: string }): string {
  return reference.slice(0, reference.indexOf(":"));
}

function toRecord(row: object): DepositRecord {
  return { ...row } as DepositRecord;
}
