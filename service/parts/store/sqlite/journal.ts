import type { DatabaseSync } from "node:sqlite";
import type { JournalEntry } from "../journal.ts";
import type { Commands } from "./protocol.ts";

type EntryCommands = Pick<
  Commands,
  "addEntry" | "readEntry" | "takeEntries" | "holdEntry" | "writeEntry" | "listEntries" | "countEntries"
>;

const columns = `book, id, state, version, seen_at_ms AS seenAtMs, changed_at_ms AS changedAtMs,
  due_at_ms AS dueAtMs, body`;

/** Before the newest entry there can be. */
const top = { seenAtMs: Number.MAX_SAFE_INTEGER, id: "" };

export function prepareEntries(db: DatabaseSync, now: () => number): EntryCommands {
  const find = db.prepare(`SELECT ${columns} FROM journal WHERE book = ? AND id = ?`);
  const list = db.prepare(
    `SELECT ${columns} FROM journal WHERE (seen_at_ms, id) < (:seenAtMs, :id)
     ORDER BY seen_at_ms DESC, id DESC LIMIT :limit`,
  );
  const count = db.prepare("SELECT book, state, entries AS count FROM journal_counts WHERE entries > 0");
  return {
    ...prepareWriting(db),
    ...prepareTaking(db, now),
    readEntry: (book, id) => toEntry(find.get(book, id)),
    listEntries: ({ before: { seenAtMs, id } = top, limit }) =>
      list.all({ seenAtMs, id, limit }).map((row) => ({ ...row }) as JournalEntry),
    countEntries: () =>
      count.all().map((row) => ({ ...row }) as ReturnType<Commands["countEntries"]>[number]),
  };
}

function prepareWriting(db: DatabaseSync): Pick<Commands, "addEntry" | "writeEntry"> {
  const add = db.prepare(
    `INSERT INTO journal (book, id, state, version, seen_at_ms, changed_at_ms, due_at_ms, body)
     VALUES (:book, :id, :state, 1, :seenAtMs, :changedAtMs, :dueAtMs, :body) ON CONFLICT DO NOTHING`,
  );
  const write = db.prepare(
    `UPDATE journal SET state = :state, version = version + 1, seen_at_ms = :seenAtMs,
       changed_at_ms = :changedAtMs, due_at_ms = :dueAtMs, body = :body, holder = NULL, held_until_ms = NULL
     WHERE book = :book AND id = :id AND version = :version`,
  );
  const isWritten = db.prepare(
    `SELECT 1 FROM journal WHERE book = :book AND id = :id AND version = :version + 1 AND state = :state
       AND seen_at_ms = :seenAtMs AND changed_at_ms = :changedAtMs AND due_at_ms IS :dueAtMs AND body = :body`,
  );
  return {
    addEntry: ({ book, id, state, seenAtMs, changedAtMs, dueAtMs, body }) =>
      add.run({ book, id, state, seenAtMs, changedAtMs, dueAtMs, body }).changes === 1 ? "added" : "known",
    writeEntry({ book, id, state, version, seenAtMs, changedAtMs, dueAtMs, body }) {
      const entry = { book, id, state, version, seenAtMs, changedAtMs, dueAtMs, body };
      return write.run(entry).changes === 1 || isWritten.get(entry) ? "written" : "stale";
    },
  };
}

type Due = Readonly<{ id: string; dueAtMs: number }>;

/** Asks state by state: then the index has each in order, and what is held or due later is not looked at. */
function prepareTaking(db: DatabaseSync, now: () => number): Pick<Commands, "takeEntries" | "holdEntry"> {
  const findFree = db.prepare(
    `SELECT id, due_at_ms AS dueAtMs FROM journal
     WHERE book = :book AND state = :state AND due_at_ms <= :nowMs AND held_until_ms IS NULL
     ORDER BY due_at_ms, id LIMIT :limit`,
  );
  const findLost = db.prepare(
    `SELECT id, due_at_ms AS dueAtMs FROM journal
     WHERE book = :book AND state = :state AND due_at_ms <= :nowMs AND held_until_ms <= :timeMs`,
  );
  const hold = db.prepare(
    `UPDATE journal SET holder = :owner, held_until_ms = :untilMs WHERE book = :book AND id = :id
     RETURNING ${columns}`,
  );
  const holdOn = db.prepare(
    "UPDATE journal SET held_until_ms = :untilMs WHERE book = :book AND id = :id AND holder = :owner",
  );
  return {
    takeEntries({ book, states, owner, nowMs, holdMs, limit }) {
      const timeMs = now();
      return [...new Set(states)]
        .flatMap((state) => [
          ...(findFree.all({ book, state, nowMs, limit }) as Due[]),
          ...(findLost.all({ book, state, nowMs, timeMs }) as Due[]),
        ])
        .toSorted((a, b) => a.dueAtMs - b.dueAtMs || (a.id < b.id ? -1 : 1))
        .slice(0, limit)
        .map(({ id }) => ({ ...hold.get({ owner, untilMs: timeMs + holdMs, book, id }) }) as JournalEntry);
    },
    holdEntry: ({ book, id, owner, holdMs }) =>
      holdOn.run({ book, id, owner, untilMs: now() + holdMs }).changes === 1 ? "held" : "lost",
  };
}

function toEntry(row: object | undefined): JournalEntry | undefined {
  return row && ({ ...row } as JournalEntry);
}
