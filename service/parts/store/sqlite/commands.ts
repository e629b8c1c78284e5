import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { utcDay } from "../../../../platform/clock.ts";
import { endedLifeMs, endedStates } from "../journal.ts";
import { prepareAccounts } from "./accounts.ts";
import { prepareCalls } from "./calls.ts";
import { prepareCheckouts } from "./checkouts.ts";
import { prepareDepositRows } from "./deposit-rows.ts";
import { prepareDeposits } from "./deposits.ts";
import { prepareFunnel } from "./funnel.ts";
import { prepareGrants } from "./grants.ts";
import { prepareEntries } from "./journal.ts";
import { prepareLedger, type Ledger } from "./ledger.ts";
import { prepareLeases, prepareNotes } from "./notes.ts";
import { prepareOwners } from "./owners.ts";
import { preparePayments } from "./payments.ts";
import type { Commands } from "./protocol.ts";
import { prepareRecordings } from "./recordings.ts";
import { prepareReversals } from "./reversals.ts";
import { prepareReservations } from "./reservations.ts";
import { prepareTasks } from "./tasks.ts";
import type { KeyRecord } from "../store.ts";
import { unusedLifeMs, type Treasury } from "../treasury.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The commands of the store over one open file, every statement prepared once. `now` is the store's own time. */
export function prepareCommands(db: DatabaseSync, now: () => number): Commands {
  const ledger = prepareLedger(db);
  return {
    ...prepareKeys(db),
    ...prepareOwners(db, now),
    ...prepareCalls(db, { ledger, now }),
    ...prepareEntries(db, now),
    ...prepareNotes(db),
    ...prepareLeases(db, now),
    ...prepareTreasury(db, ledger),
    ...prepareGrants(db),
    ...preparePayments(db, now),
    ...prepareRecordings(db),
    ...prepareReversals(db, ledger),
    ...prepareTasks(db),
    ...prepareUpkeep(db, now),
    readAccount: ledger.readAccount,
    readEntries: ledger.readEntries,
    readStatement: ledger.readStatement,
    grant: (entry) => (ledger.write(entry) ? "granted" : "settled"),
  };
}

function prepareTreasury(db: DatabaseSync, ledger: Ledger): Pick<Commands, keyof Treasury> {
  const rows = prepareDepositRows(db);
  const { match, settle, ...reservations } = prepareReservations(db, rows);
  return {
    ...reservations,
    ...prepareDeposits(db, { rows, reservations: { match, settle }, ledger }),
    ...prepareCheckouts(db),
    ...prepareFunnel(db),
    listDeposits: ({ after = "", limit }) => rows.list({ after, limit }),
    listAccounts: prepareAccounts(db),
  };
}

function prepareKeys(db: DatabaseSync): Pick<Commands, "addKey" | "findKey" | "revokeKey"> {
  const known = db.prepare("SELECT 1 FROM keys WHERE fingerprint = ?");
  const minted = db.prepare("SELECT keys FROM minted WHERE day = ? AND address = ?");
  const count = db.prepare(
    "INSERT INTO minted VALUES (?, ?, 1) ON CONFLICT (day, address) DO UPDATE SET keys = keys + 1",
  );
  const insert = db.prepare("INSERT INTO keys (fingerprint, created_at_ms, origin) VALUES (?, ?, ?)");
  const find = db.prepare(
    `SELECT fingerprint, created_at_ms AS createdAtMs, origin,
       coalesce((SELECT owed FROM debts WHERE account = fingerprint), 0) AS owed
     FROM keys WHERE fingerprint = ? AND revoked_at_ms IS NULL`,
  );
  const revoke = db.prepare(
    "UPDATE keys SET revoked_at_ms = ? WHERE fingerprint = ? AND revoked_at_ms IS NULL",
  );
  return {
    addKey(key, { address, day, limit }) {
      if (known.get(key.fingerprint)) return "added";
      if (Number(minted.get(day, address)?.["keys"] ?? 0) >= limit) return "refused";
      count.run(day, address);
      insert.run(key.fingerprint, key.createdAtMs, key.origin);
      return "added";
    },
    findKey(fingerprint) {
      const row = find.get(fingerprint) as Required<KeyRecord> | undefined;
      if (!row) return undefined;
      const { owed, ...record } = row;
      return owed > 0 ? { ...record, owed } : record;
    },
    revokeKey: (fingerprint, atMs) => void revoke.run(atMs, fingerprint),
  };
}

function prepareUpkeep(db: DatabaseSync, now: () => number): Pick<Commands, "ping" | "secret" | "prune"> {
  const look = db.prepare("SELECT count(*) FROM secrets");
  const make = db.prepare("INSERT INTO secrets VALUES (?, ?) ON CONFLICT (name) DO NOTHING");
  const secret = db.prepare("SELECT value FROM secrets WHERE name = ?");
  const dropAnswers = db.prepare("DELETE FROM answers WHERE expires_at_ms <= ?");
  const dropCalls = db.prepare("DELETE FROM calls WHERE state <> 'open' AND at_ms < ?");
  const dropUsed = db.prepare("DELETE FROM used WHERE day < ?");
  const dropMinted = db.prepare("DELETE FROM minted WHERE day < ?");
  const ended = endedStates.map((state) => `'${state}'`).join(", ");
  const dropEnded = db.prepare(
    `DELETE FROM journal WHERE rowid IN (
       SELECT rowid FROM journal WHERE state IN (${ended}) AND changed_at_ms < ?
       ORDER BY changed_at_ms LIMIT 1000)`,
  );
  const dropUnused = db.prepare(
    `DELETE FROM reservations WHERE rowid IN (
       SELECT rowid FROM reservations INDEXED BY reservations_unused WHERE deposit IS NULL AND expires_at_ms < ?
       ORDER BY expires_at_ms LIMIT 1000)`,
  );
  const dropGrants = db.prepare("DELETE FROM grants WHERE expires_at_ms <= ?");
  const dropPayments = db.prepare(
    `DELETE FROM payments WHERE rowid IN (
       SELECT rowid FROM payments WHERE keep_until_ms <= ? AND hold IS NULL ORDER BY keep_until_ms LIMIT 1000)`,
  );
  const dropTasks = db.prepare("DELETE FROM tasks WHERE expires_at_ms <= ?");
  const dropLeases = db.prepare("DELETE FROM leases WHERE until_ms <= ?");
  return {
    ping: () => void look.get(),
    secret(name) {
      make.run(name, randomBytes(32).toString("hex"));
      return secret.get(name)?.["value"] as string;
    },
    prune(nowMs) {
      const oldestDay = utcDay(nowMs - 3 * dayMs);
      dropAnswers.run(nowMs);
      dropCalls.run(nowMs - hourMs);
      dropUsed.run(oldestDay);
      dropMinted.run(oldestDay);
      dropEnded.run(nowMs - endedLifeMs);
      dropUnused.run(nowMs - unusedLifeMs);
      dropLeases.run(now());
      dropPayments.run(nowMs);
      dropGrants.run(nowMs);
      dropTasks.run(nowMs);
    },
  };
}
