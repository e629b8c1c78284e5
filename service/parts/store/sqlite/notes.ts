import type { DatabaseSync } from "node:sqlite";
import type { Note } from "../journal.ts";
import type { Commands } from "./protocol.ts";

export function prepareNotes(db: DatabaseSync): Pick<Commands, "readNote" | "writeNote"> {
  const find = db.prepare("SELECT name, version, text FROM notes WHERE name = ?");
  const begin = db.prepare("INSERT INTO notes VALUES (:name, 1, :text) ON CONFLICT DO NOTHING");
  const replace = db.prepare(
    "UPDATE notes SET version = version + 1, text = :text WHERE name = :name AND version = :version",
  );
  const isWritten = db.prepare(
    "SELECT 1 FROM notes WHERE name = :name AND version = :version + 1 AND text = :text",
  );
  return {
    readNote(name) {
      const row = find.get(name);
      return row && ({ ...row } as Note);
    },
    writeNote({ name, version, text }) {
      const { changes } = version === 0 ? begin.run({ name, text }) : replace.run({ name, version, text });
      return changes === 1 || isWritten.get({ name, version, text }) ? "written" : "stale";
    },
  };
}

export function prepareLeases(db: DatabaseSync, now: () => number): Pick<Commands, "takeLease" | "endLease"> {
  const take = db.prepare(
    `INSERT INTO leases VALUES (:name, :owner, :untilMs) ON CONFLICT (name) DO UPDATE SET owner = excluded.owner,
       until_ms = CASE WHEN owner = excluded.owner THEN max(until_ms, excluded.until_ms) ELSE excluded.until_ms END
     WHERE owner = excluded.owner OR until_ms <= :nowMs`,
  );
  const end = db.prepare("DELETE FROM leases WHERE name = ? AND owner = ?");
  return {
    takeLease({ name, owner, lifeMs }) {
      const nowMs = now();
      return take.run({ name, owner, nowMs, untilMs: nowMs + lifeMs }).changes === 1;
    },
    endLease: ({ name, owner }) => void end.run(name, owner),
  };
}
