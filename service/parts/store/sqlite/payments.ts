import type { DatabaseSync } from "node:sqlite";
import type { Claiming, PaymentClaim, PaymentRecord, Payments, Transfer } from "../payments.ts";
import { prepareAliveness } from "./owners.ts";
import type { Commands } from "./protocol.ts";
import { returningOwnerLifeMs } from "../store.ts";

type Row = PaymentRecord &
  Readonly<{
    id: string;
    hold: string | null;
    heldUntilMs: number | null;
    isUncertain: number;
    identifier: string | null;
    sent: string | null;
  }>;

const columns = `id, state, signature, request, terms, claimed_at_ms AS claimedAtMs, answer, receipt, hold,
  held_until_ms AS heldUntilMs, is_uncertain AS isUncertain, identifier, sent`;

export function preparePayments(db: DatabaseSync, now: () => number): Pick<Commands, keyof Payments> {
  const find = db.prepare(`SELECT ${columns} FROM payments WHERE id = ?`);
  const findRow = (id: string) => find.get(id) as Row | undefined;
  const paid = db.prepare(
    `SELECT ${columns} FROM payments WHERE payer = ? AND request = ? AND state = 'settled' ORDER BY settled_at_ms DESC LIMIT 1`,
  );
  return {
    findPayment(id) {
      const row = findRow(id);
      return row && toRecord(row);
    },
    findPaid(payer, request) {
      const row = paid.get(payer, request) as Row | undefined;
      return row && toRecord(row);
    },
    ...prepareServed(db),
    claimPayment: prepareClaiming(db, { findRow, now }),
    ...prepareProgress(db, findRow),
    ...prepareReleasing(db, now),
  };
}

type Around = Readonly<{ findRow: (id: string) => Row | undefined; now: () => number }>;

function prepareClaiming(db: DatabaseSync, { findRow, now }: Around): Commands["claimPayment"] {
  const begin = prepareBeginning(db, now);
  const lookUp = prepareIdentifiers(db, now);
  const hold = db.prepare(
    `UPDATE payments SET owner = :owner, hold = :hold, held_until_ms = :heldUntilMs, is_uncertain = :isUncertain,
       identifier = coalesce(identifier, :identifier), sent = coalesce(sent, :sent)
     WHERE id = :id`,
  );
  const drop = db.prepare("DELETE FROM payments WHERE id = ?");
  const listOwner = db.prepare("INSERT INTO owners VALUES (?, ?) ON CONFLICT (owner) DO NOTHING");

  function decide(claim: PaymentClaim): Claiming {
    const row = findRow(claim.id);
    if (row && (row.signature !== claim.signature || row.request !== claim.request))
      return { outcome: "conflict" };
    if (row?.state === "settled") return { outcome: "settled", record: toRecord(row) };
    const isOurs = row?.hold === claim.hold;
    if (!isOurs && row && isHeld(row, now())) return { outcome: "under way" };
    const isUncertain = row !== undefined && mayBeSettled(row, { isOurs });
    const earlier = lookUp(claim, row?.identifier ?? claim.identifier);
    // Of several that may have been settled, each is looked at by itself.
    if (earlier && !(earlier.outcome === "unresolved" && isUncertain)) return earlier;
    if (!row) return begin(claim);
    if (row.state === "worked") {
      const { id, owner, hold: held, holdMs, identifier, sent } = claim;
      const until = { heldUntilMs: now() + holdMs, isUncertain: isUncertain ? 1 : 0 };
      hold.run({ id, owner, hold: held, identifier, sent, ...until });
      return { outcome: "worked", record: toRecord(row), isUncertain };
    }
    if (isOurs) return { outcome: "claimed" };
    drop.run(claim.id);
    return begin(claim);
  }

  return (claim) => {
    const claiming = decide(claim);
    const isHeld = claiming.outcome === "claimed" || claiming.outcome === "worked";
    if (isHeld) listOwner.run(claim.owner, now() + returningOwnerLifeMs);
    return claiming;
  };
}

function isHeld({ hold, heldUntilMs }: Row, nowMs: number): boolean {
  return hold !== null && heldUntilMs! > nowMs;
}

/** A hold that ran out was not let go by its holder, who may have settled. */
function mayBeSettled({ state, isUncertain, hold }: Row, { isOurs = false } = {}): boolean {
  return state === "worked" && (isUncertain === 1 || (hold !== null && !isOurs));
}

/** What the payer's other payments under an identifier came to; undefined where none of them stands in the way. */
function prepareIdentifiers(db: DatabaseSync, now: () => number) {
  const find = db.prepare(
    `SELECT ${columns} FROM payments WHERE payer = ? AND identifier = ? AND id <> ? ORDER BY state <> 'settled'`,
  );
  // Who claimed one and did not live to work for it must not do so later.
  const drop = db.prepare("DELETE FROM payments WHERE id = ? AND state = 'claimed'");
  return ({ id, payer, request, dead }: PaymentClaim, identifier: string | null): Claiming | undefined => {
    if (identifier === null) return undefined;
    const rows = find.all(payer, identifier, id) as unknown as readonly Row[];
    if (rows.some((row) => row.request !== request)) return { outcome: "conflict" };
    const [first] = rows;
    if (first?.state === "settled") return { outcome: "settled", record: toRecord(first) };
    if (rows.some((row) => isHeld(row, now()))) return { outcome: "under way" };
    const unresolved = rows.find((row) => mayBeSettled(row) && !dead.includes(row.id));
    if (unresolved) return { outcome: "unresolved", sent: unresolved.sent ?? "" };
    for (const row of rows) drop.run(row.id);
    return undefined;
  };
}

/** For a payment that has no record: answered from another of the payer's, made to wait for it, or claimed. */
function prepareBeginning(db: DatabaseSync, now: () => number): (claim: PaymentClaim) => Claiming {
  const repeat = db.prepare(
    `SELECT ${columns} FROM payments WHERE payer = ? AND request = ? AND state = 'settled' AND repeat_until_ms > ?
     ORDER BY repeat_until_ms DESC LIMIT 1`,
  );
  const isUnderWay = db.prepare(
    "SELECT 1 FROM payments WHERE payer = ? AND request = ? AND hold IS NOT NULL AND held_until_ms > ?",
  );
  const unpaid = db.prepare(
    `SELECT count(*) AS total, coalesce(sum(is_uncertain), 0) AS uncertain FROM payments
     WHERE payer = ? AND unpaid_at_ms > ?`,
  );
  const insert = db.prepare(
    `INSERT INTO payments (id, state, signature, payer, request, terms, claimed_at_ms, keep_until_ms, owner, hold,
       held_until_ms, is_uncertain, identifier, sent)
     VALUES (:id, 'claimed', :signature, :payer, :request, :terms, :atMs, :keepUntilMs, :owner, :hold, :heldUntilMs, 0,
       :identifier, :sent)`,
  );
  return ({ maxUnpaid, unpaidSinceMs, holdMs, mayBegin, ...claim }) => {
    const { id, signature, payer, request, terms, identifier, sent, owner, hold, atMs, keepUntilMs } = claim;
    const earlier = repeat.get(payer, request, atMs) as Row | undefined;
    if (earlier) return { outcome: "settled", record: toRecord(earlier) };
    if (isUnderWay.get(payer, request, now())) return { outcome: "under way" };
    if (!mayBegin) return { outcome: "unknown" };
    const { total, uncertain } = unpaid.get(payer, unpaidSinceMs) as { total: number; uncertain: number };
    if (total - uncertain >= maxUnpaid) return { outcome: "too many unpaid" };
    if (total >= maxUnpaid) return { outcome: "too many uncertain" };
    const row = { id, signature, payer, request, terms, identifier, sent, owner, hold, atMs, keepUntilMs };
    insert.run({ ...row, heldUntilMs: now() + holdMs });
    return { outcome: "claimed" };
  };
}

function prepareProgress(
  db: DatabaseSync,
  findRow: (id: string) => Row | undefined,
): Pick<Commands, "keepWork" | "settlePayment" | "letGoPayment"> {
  const work = db.prepare(
    "UPDATE payments SET state = 'worked', answer = ? WHERE id = ? AND hold = ? AND state <> 'settled'",
  );
  const settle = db.prepare(
    `UPDATE payments SET state = 'settled', receipt = :receipt, settled_at_ms = :atMs, repeat_until_ms = :repeatUntilMs,
       owner = NULL, hold = NULL, held_until_ms = NULL, unpaid_at_ms = NULL
     WHERE id = :id AND state = 'worked'`,
  );
  const transfers = prepareTransfers(db);
  const serve = db.prepare("INSERT OR IGNORE INTO served SELECT payer FROM payments WHERE id = ?");
  const forget = db.prepare("DELETE FROM payments WHERE id = ? AND hold = ? AND state = 'claimed'");
  const leave = db.prepare(
    `UPDATE payments SET owner = NULL, hold = NULL, held_until_ms = NULL, unpaid_at_ms = :atMs,
       is_uncertain = max(is_uncertain, :isUncertain)
     WHERE id = :id AND hold = :hold AND state = 'worked'`,
  );
  return {
    keepWork: (id, hold, { answer }) => (work.run(answer, id, hold).changes === 1 ? "kept" : "gone"),
    settlePayment(id, { receipt, transfer, atMs, repeatUntilMs }) {
      const state = findRow(id)?.state;
      if (state !== "worked") return state === "settled" ? "settled" : "gone";
      if (transfers.isTaken(id, transfer)) return "taken";
      transfers.insert(id, transfer);
      serve.run(id);
      settle.run({ id, receipt, atMs, repeatUntilMs });
      return "settled";
    },
    letGoPayment(id, hold, { atMs, isUncertain }) {
      forget.run(id, hold);
      leave.run({ id, hold, atMs, isUncertain: isUncertain ? 1 : 0 });
    },
  };
}

function prepareServed(db: DatabaseSync): Pick<Commands, "addServed" | "findServed"> {
  const add = db.prepare("INSERT OR IGNORE INTO served VALUES (?)");
  const find = db.prepare("SELECT address FROM served WHERE address IN (SELECT value FROM json_each(?))");
  return {
    addServed: (address) => void add.run(address),
    findServed: (among) => find.all(JSON.stringify(among)).map(({ address }) => address as string),
  };
}

/** What was counted before is counted permanently, whichever payment it was for and whether that is still known. */
function prepareTransfers(db: DatabaseSync) {
  const insert = db.prepare("INSERT INTO transfers (chain, tx, payment, log) VALUES (?, ?, ?, ?)");
  const taken = db.prepare(
    `SELECT 1 FROM transfers
     WHERE chain = :chain AND tx = :transaction AND (:log IS NULL OR log = :log OR payment = :id)`,
  );
  return {
    isTaken: (id: string, transfer: Transfer) => taken.get({ id, ...transfer }) !== undefined,
    insert: (id: string, { chain, transaction, log }: Transfer) =>
      void insert.run(chain, transaction, id, log),
  };
}

/** What a crash left worked for may have been settled: it happened somewhere between the two. */
function prepareReleasing(db: DatabaseSync, now: () => number): Pick<Commands, "releasePaymentsOf"> {
  const isAlive = prepareAliveness(db, now);
  const forget = db.prepare("DELETE FROM payments WHERE owner = ? AND state = 'claimed'");
  const release = db.prepare(
    "UPDATE payments SET owner = NULL, hold = NULL, held_until_ms = NULL, is_uncertain = 1 WHERE owner = ?",
  );
  return {
    releasePaymentsOf(owner, only) {
      if (only === "if silent" && isAlive(owner)) return 0;
      return Number(forget.run(owner).changes) + Number(release.run(owner).changes);
    },
  };
}

function toRecord({ state, signature, request, terms, claimedAtMs, answer, receipt }: Row): PaymentRecord {
  return { state, signature, request, terms, claimedAtMs, answer, receipt };
}
