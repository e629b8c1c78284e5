import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** How long another process's transaction is waited for. */
const busyMs = 5_000;

/** Step n brings a file from version n to n + 1. A step that has been released is never edited. */
const migrations = [
  `
  CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE keys (
    fingerprint TEXT PRIMARY KEY, created_at_ms INTEGER NOT NULL, origin TEXT, revoked_at_ms INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE minted (
    day TEXT NOT NULL, address TEXT NOT NULL, keys INTEGER NOT NULL, PRIMARY KEY (day, address)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE entries (
    n INTEGER PRIMARY KEY, account TEXT NOT NULL, delta INTEGER NOT NULL,
    reason TEXT NOT NULL, reference TEXT NOT NULL, at_ms INTEGER NOT NULL, UNIQUE (reason, reference)
  ) STRICT;
  CREATE INDEX entries_of_account ON entries (account);
  CREATE TABLE balances (
    account TEXT PRIMARY KEY, credits INTEGER NOT NULL CHECK (credits >= 0)
  ) STRICT, WITHOUT ROWID;
  -- The only writer of balances, so that they cannot differ from the sum of the entries.
  CREATE TRIGGER balance AFTER INSERT ON entries BEGIN
    INSERT INTO balances VALUES (new.account, 0) ON CONFLICT DO NOTHING;
    UPDATE balances SET credits = credits + new.delta WHERE account = new.account;
  END;

  CREATE TABLE used (
    day TEXT NOT NULL, account TEXT NOT NULL, calls INTEGER NOT NULL CHECK (calls >= 0), PRIMARY KEY (day, account)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE calls (
    id TEXT PRIMARY KEY, state TEXT NOT NULL, at_ms INTEGER NOT NULL,
    owner TEXT, account TEXT, digest TEXT, day TEXT, price INTEGER,
    outcome TEXT, source TEXT, credits INTEGER, used_today INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX open_calls ON calls (account, digest) WHERE state = 'open';
  CREATE INDEX open_calls_of_owner ON calls (owner) WHERE state = 'open';
  CREATE INDEX closed_calls ON calls (at_ms) WHERE state <> 'open';
  CREATE TABLE answers (
    account TEXT NOT NULL, digest TEXT NOT NULL, call TEXT NOT NULL, expires_at_ms INTEGER NOT NULL,
    body TEXT NOT NULL, PRIMARY KEY (account, digest)
  ) STRICT;
  CREATE INDEX answers_by_expiry ON answers (expires_at_ms);

  CREATE TABLE owners (owner TEXT PRIMARY KEY, until_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  -- The body comes last: what is read without it leaves its pages alone.
  CREATE TABLE journal (
    book TEXT NOT NULL, id TEXT NOT NULL, state TEXT NOT NULL, version INTEGER NOT NULL,
    seen_at_ms INTEGER NOT NULL, changed_at_ms INTEGER NOT NULL, due_at_ms INTEGER,
    holder TEXT, held_until_ms INTEGER, body TEXT NOT NULL, PRIMARY KEY (book, id)
  ) STRICT;
  CREATE INDEX journal_free ON journal (book, state, due_at_ms, id)
    WHERE due_at_ms IS NOT NULL AND held_until_ms IS NULL;
  CREATE INDEX journal_held ON journal (book, state, held_until_ms) WHERE held_until_ms IS NOT NULL;
  CREATE INDEX journal_by_seen ON journal (seen_at_ms, id);
  CREATE INDEX journal_ended ON journal (changed_at_ms) WHERE state IN ('settled', 'lost', 'refused', 'vanished');

  CREATE TABLE journal_counts (
    book TEXT NOT NULL, state TEXT NOT NULL, entries INTEGER NOT NULL CHECK (entries >= 0), PRIMARY KEY (book, state)
  ) STRICT, WITHOUT ROWID;
  -- The only writers of the counts, so that they cannot differ from the entries.
  CREATE TRIGGER journal_added AFTER INSERT ON journal BEGIN
    INSERT INTO journal_counts VALUES (new.book, new.state, 1) ON CONFLICT DO UPDATE SET entries = entries + 1;
  END;
  CREATE TRIGGER journal_moved AFTER UPDATE OF state ON journal WHEN old.state <> new.state BEGIN
    UPDATE journal_counts SET entries = entries - 1 WHERE book = old.book AND state = old.state;
    INSERT INTO journal_counts VALUES (new.book, new.state, 1) ON CONFLICT DO UPDATE SET entries = entries + 1;
  END;
  CREATE TRIGGER journal_dropped AFTER DELETE ON journal BEGIN
    UPDATE journal_counts SET entries = entries - 1 WHERE book = old.book AND state = old.state;
  END;

  CREATE TABLE notes (
    name TEXT PRIMARY KEY, version INTEGER NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE TABLE leases (
    name TEXT PRIMARY KEY, owner TEXT NOT NULL, until_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
];

/** Opens the file in WAL mode with the present schema, making folder, file and tables where they are missing. */
export function openDatabase(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(file, { timeout: busyMs });
  try {
    db.exec("PRAGMA journal_mode = WAL");
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function migrate(db: DatabaseSync): void {
  if (versionOf(db) === migrations.length) return;
  db.exec("BEGIN IMMEDIATE");
  // Read again: another process may have migrated while this one waited for the lock.
  const version = versionOf(db);
  if (version > migrations.length) {
    throw new Error(
      `The store was written by a newer Assay (schema ${version}, this one knows ${migrations.length}).`,
    );
  }
  for (const step of migrations.slice(version)) db.exec(step);
  db.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
}

function versionOf(db: DatabaseSync): number {
  return Number(db.prepare("PRAGMA user_version").get()?.["user_version"]);
}
