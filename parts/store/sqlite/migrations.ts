/** Step n brings a file from version n to n + 1. A step that has been released is never edited. */
export const migrations: readonly string[] = [
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
  `
  CREATE TABLE reservations (
    id TEXT PRIMARY KEY, account TEXT NOT NULL, credits INTEGER NOT NULL, amount_wei TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL, expires_at_ms INTEGER NOT NULL, deposit TEXT UNIQUE
  ) STRICT;
  CREATE INDEX reservations_of_amount ON reservations (amount_wei, expires_at_ms);
  CREATE INDEX reservations_of_account ON reservations (account, expires_at_ms) WHERE deposit IS NULL;
  CREATE INDEX reservations_unused ON reservations (expires_at_ms) WHERE deposit IS NULL;

  CREATE TABLE deposits (
    reference TEXT PRIMARY KEY, chain TEXT NOT NULL, tx TEXT NOT NULL, sender TEXT NOT NULL, amount_wei TEXT NOT NULL,
    fingerprint TEXT, block INTEGER NOT NULL, block_time_ms INTEGER NOT NULL,
    state TEXT NOT NULL, account TEXT, price_wei TEXT, credits INTEGER NOT NULL, reservation TEXT UNIQUE
  ) STRICT;
  CREATE INDEX deposits_of_tx ON deposits (tx);
  CREATE INDEX deposits_seen ON deposits (chain, block) WHERE state = 'seen';
  CREATE INDEX deposits_seen_of_amount ON deposits (amount_wei) WHERE state = 'seen';
  CREATE TABLE remainders (account TEXT PRIMARY KEY, wei TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE checkouts (
    session TEXT PRIMARY KEY, account TEXT NOT NULL, credits INTEGER NOT NULL, amount_cents INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL, state TEXT NOT NULL
  ) STRICT;
  CREATE INDEX checkouts_open ON checkouts (created_at_ms, session) WHERE state = 'open';
  CREATE TRIGGER checkout_credited AFTER INSERT ON entries WHEN new.reason = 'card' BEGIN
    UPDATE checkouts SET state = 'credited' WHERE session = new.reference;
  END;

  CREATE TABLE visits (
    kind TEXT NOT NULL, origin TEXT NOT NULL, visits INTEGER NOT NULL, first_at_ms INTEGER NOT NULL,
    PRIMARY KEY (kind, origin)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE grants (
    id TEXT PRIMARY KEY, account TEXT NOT NULL, token_hash TEXT NOT NULL, former_hash TEXT,
    expires_at_ms INTEGER NOT NULL, is_ended INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX grants_of_account ON grants (account, expires_at_ms) WHERE is_ended = 0;
  CREATE INDEX grants_by_expiry ON grants (expires_at_ms);
  `,
  `
  -- The answer comes last: what is read without it leaves its pages alone.
  CREATE TABLE payments (
    id TEXT PRIMARY KEY, state TEXT NOT NULL, signature TEXT NOT NULL, payer TEXT NOT NULL, request TEXT NOT NULL,
    terms TEXT NOT NULL, claimed_at_ms INTEGER NOT NULL, keep_until_ms INTEGER NOT NULL,
    owner TEXT, hold TEXT, held_until_ms INTEGER, unpaid_at_ms INTEGER, is_uncertain INTEGER NOT NULL,
    settled_at_ms INTEGER, repeat_until_ms INTEGER, receipt TEXT, answer TEXT
  ) STRICT;
  CREATE INDEX payments_of_request ON payments (payer, request);
  CREATE INDEX payments_unpaid ON payments (payer, unpaid_at_ms) WHERE unpaid_at_ms IS NOT NULL;
  CREATE INDEX payments_of_owner ON payments (owner) WHERE owner IS NOT NULL;
  CREATE INDEX payments_by_end ON payments (keep_until_ms);
  `,
  `
  -- A cursor is never given twice, and the code comes last: what is read without it leaves its pages alone.
  CREATE TABLE recordings (
    cursor INTEGER PRIMARY KEY AUTOINCREMENT, digest TEXT NOT NULL UNIQUE, mode TEXT NOT NULL, at_ms INTEGER NOT NULL,
    bytes INTEGER NOT NULL, rules TEXT NOT NULL, code TEXT NOT NULL
  ) STRICT;
  CREATE TABLE recordings_total (items INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
  INSERT INTO recordings_total VALUES (0, 0);
  -- The only writers of the total, so that it cannot differ from the recordings.
  CREATE TRIGGER recording_added AFTER INSERT ON recordings BEGIN
    UPDATE recordings_total SET items = items + 1, bytes = bytes + new.bytes;
  END;
  CREATE TRIGGER recording_dropped AFTER DELETE ON recordings BEGIN
    UPDATE recordings_total SET items = items - 1, bytes = bytes - old.bytes;
  END;
  `,
  `
  -- Kept permanently, unlike the payments: which transfer on chain settled which payment. The log is not known where only a
  -- facilitator named the transaction.
  CREATE TABLE transfers (
    chain TEXT NOT NULL, tx TEXT NOT NULL, payment TEXT NOT NULL, log INTEGER, PRIMARY KEY (chain, tx, payment)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX transfers_by_log ON transfers (chain, tx, log);
  INSERT INTO transfers
    SELECT json_extract(receipt, '$.network'), lower(json_extract(receipt, '$.transaction')), id, NULL
    FROM payments WHERE state = 'settled' AND json_valid(receipt)
      AND json_type(receipt, '$.network') = 'text' AND json_type(receipt, '$.transaction') = 'text';
  `,
  `
  CREATE TABLE reversals (
    reference TEXT PRIMARY KEY, session TEXT NOT NULL, account TEXT NOT NULL, cents INTEGER NOT NULL,
    credits INTEGER NOT NULL CHECK (credits >= 0), state TEXT NOT NULL
  ) STRICT;
  CREATE INDEX reversals_of_session ON reversals (session);
  CREATE INDEX reversals_of_account ON reversals (account);
  CREATE TABLE debts (
    account TEXT PRIMARY KEY, owed INTEGER NOT NULL CHECK (owed >= 0), payments INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE deposits ADD COLUMN reserved_credits INTEGER NOT NULL DEFAULT 0;
  `,
  `
  CREATE INDEX deposits_unclaimed ON deposits (chain, block_time_ms) WHERE state = 'unclaimed';
  `,
  `
  -- By age; the body comes last: what is read without it leaves its pages alone.
  CREATE TABLE tasks (
    n INTEGER PRIMARY KEY AUTOINCREMENT, shelf TEXT NOT NULL, id TEXT NOT NULL, owner TEXT NOT NULL,
    is_finished INTEGER NOT NULL, expires_at_ms INTEGER NOT NULL, bytes INTEGER NOT NULL, body TEXT NOT NULL,
    UNIQUE (shelf, id)
  ) STRICT;
  CREATE INDEX tasks_of_owner ON tasks (shelf, owner, n);
  CREATE INDEX tasks_by_expiry ON tasks (expires_at_ms);
  CREATE TABLE task_shares (
    shelf TEXT NOT NULL, owner TEXT NOT NULL, tasks INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (shelf, owner)
  ) STRICT, WITHOUT ROWID;
  -- The only writers of the shares, so that they cannot differ from the tasks.
  CREATE TRIGGER task_added AFTER INSERT ON tasks BEGIN
    INSERT INTO task_shares VALUES (new.shelf, new.owner, 1, new.bytes)
      ON CONFLICT DO UPDATE SET tasks = tasks + 1, bytes = bytes + new.bytes;
  END;
  CREATE TRIGGER task_dropped AFTER DELETE ON tasks BEGIN
    UPDATE task_shares SET tasks = tasks - 1, bytes = bytes - old.bytes WHERE shelf = old.shelf AND owner = old.owner;
    DELETE FROM task_shares WHERE shelf = old.shelf AND owner = old.owner AND tasks = 0;
  END;
  `,
  `
  ALTER TABLE payments ADD COLUMN identifier TEXT;
  ALTER TABLE payments ADD COLUMN sent TEXT;
  CREATE INDEX payments_identified ON payments (payer, identifier) WHERE identifier IS NOT NULL;
  -- Kept permanently. A payment's id ends with its payer and its nonce, of 42 and 66 characters.
  CREATE TABLE served (address TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  INSERT OR IGNORE INTO served
    SELECT substr(payment, length(payment) - 108, 42) FROM transfers WHERE payment LIKE '%/0x%/0x%';
  `,
  `
  -- The body comes last: what is read without it leaves its pages alone.
  CREATE TABLE verdicts (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, delete_hash TEXT NOT NULL, created_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL, bytes INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX verdicts_of_owner ON verdicts (owner, expires_at_ms, bytes);
  CREATE INDEX verdicts_by_expiry ON verdicts (expires_at_ms, bytes);
  `,
];
