import type { DatabaseSync } from "node:sqlite";
import { endedGrantLifeMs, type Grant, type Grants } from "../grants.ts";
import type { Commands } from "./protocol.ts";

type Row = Grant & Readonly<{ tokenHash: string; formerHash: string | null; isEnded: 0 | 1 }>;

export function prepareGrants(db: DatabaseSync): Pick<Commands, keyof Grants> {
  const { find, insert, turn, end, makeRoom } = prepareRows(db);
  const isLive = (row: Row | undefined, nowMs: number): row is Row =>
    row !== undefined && row.isEnded === 0 && row.expiresAtMs > nowMs;
  return {
    openGrant({ id, account, tokenHash, nowMs, expiresAtMs, maxOpen }) {
      const row = find(id);
      if (!row) {
        makeRoom(account, nowMs, maxOpen);
        insert.run({ id, account, tokenHash, expiresAtMs });
        return "opened";
      }
      if (isLive(row, nowMs) && row.tokenHash === tokenHash) return "opened";
      end(id, nowMs);
      return "used";
    },
    turnGrant({ id, tokenHash, nextHash, nowMs, expiresAtMs }) {
      const row = find(id);
      if (!isLive(row, nowMs)) return "gone";
      const isSentAgain = row.tokenHash === nextHash && row.formerHash === tokenHash;
      if (isSentAgain) return "turned";
      if (row.tokenHash !== tokenHash) {
        end(id, nowMs);
        return "reused";
      }
      turn.run({ id, nextHash, expiresAtMs });
      return "turned";
    },
    endGrant: end,
    readGrant(id, nowMs) {
      const row = find(id);
      return isLive(row, nowMs) ? { id, account: row.account, expiresAtMs: row.expiresAtMs } : undefined;
    },
  };
}

function prepareRows(db: DatabaseSync) {
  const find = db.prepare(
    `SELECT id, account, token_hash AS tokenHash, former_hash AS formerHash, expires_at_ms AS expiresAtMs,
       is_ended AS isEnded FROM grants WHERE id = ?`,
  );
  const end = db.prepare(
    `UPDATE grants SET is_ended = 1, expires_at_ms = min(expires_at_ms, :forgottenAtMs)
     WHERE id = :id AND is_ended = 0`,
  );
  const live = db.prepare(
    `SELECT id FROM grants WHERE account = :account AND is_ended = 0 AND expires_at_ms > :nowMs
     ORDER BY expires_at_ms DESC, id`,
  );
  const endOne = (id: string, nowMs: number) => void end.run({ id, forgottenAtMs: nowMs + endedGrantLifeMs });
  return {
    find: (id: string) => find.get(id) as Row | undefined,
    insert: db.prepare("INSERT INTO grants VALUES (:id, :account, :tokenHash, NULL, :expiresAtMs, 0)"),
    turn: db.prepare(
      `UPDATE grants SET former_hash = token_hash, token_hash = :nextHash, expires_at_ms = :expiresAtMs
       WHERE id = :id`,
    ),
    end: endOne,
    makeRoom: (account: string, nowMs: number, maxOpen: number) => {
      const open = live.all({ account, nowMs }) as { id: string }[];
      for (const { id } of open.slice(maxOpen - 1)) endOne(id, nowMs);
    },
  };
}
