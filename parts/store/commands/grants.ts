import { sql } from "kysely";
import { endedGrantLifeMs, type Grant, type Grants } from "../grants.ts";
import { lit, type Dialect } from "../sql/dialect.ts";
import { pick, prepare } from "../sql/statement.ts";
import { lock, type CommandSteps } from "../sql/step.ts";
import type { Commands } from "./command.ts";

type Row = Grant & Readonly<{ tokenHash: string; formerHash: string | null; isEnded: number }>;

export function grantCommands(dialect: Dialect): Pick<Commands, keyof Grants> {
  const { find, findHeld, insert, turn, end, makeRoom } = prepareRows(dialect);
  return {
    *openGrant({ id, account, tokenHash, nowMs, expiresAtMs, maxOpen }) {
      yield* lock(`grant ${id}`);
      yield* lock(`grants of ${account}`);
      const row = yield* findHeld.first({ id });
      if (!row) {
        yield* makeRoom(account, nowMs, maxOpen);
        yield* insert.send({ id, account, tokenHash, expiresAtMs });
        return "opened";
      }
      if (isLive(row, nowMs) && row.tokenHash === tokenHash) return "opened";
      yield* end(id, nowMs);
      return "used";
    },
    *rotateGrant({ id, tokenHash, nextHash, nowMs, expiresAtMs }) {
      const row = yield* findHeld.first({ id });
      if (!isLive(row, nowMs)) return "gone";
      const isSentAgain = row.tokenHash === nextHash && row.formerHash === tokenHash;
      if (isSentAgain) return "turned";
      if (row.tokenHash !== tokenHash) {
        yield* end(id, nowMs);
        return "reused";
      }
      yield* turn.send({ id, nextHash, expiresAtMs });
      return "turned";
    },
    endGrant: end,
    *readGrant(id, nowMs) {
      const row = yield* find.last.first({ id });
      return isLive(row, nowMs) ? { id, account: row.account, expiresAtMs: row.expiresAtMs } : undefined;
    },
  };
}

function isLive(row: Row | undefined, nowMs: number): row is Row {
  return row !== undefined && row.isEnded === 0 && row.expiresAtMs > nowMs;
}

function prepareRows({ db, held }: Dialect) {
  const byId = ({ id }: { id: string }) =>
    db
      .selectFrom("grants")
      .select(["id", "account", "tokenHash", "formerHash", "expiresAtMs", "isEnded"])
      .where("id", "=", id);
  const end = prepare((given: { id: string; forgottenAtMs: number }) =>
    db
      .updateTable("grants")
      .set({
        isEnded: lit(1),
        expiresAtMs: sql`CASE WHEN expires_at_ms < ${given.forgottenAtMs}
          THEN expires_at_ms ELSE ${given.forgottenAtMs} END`,
      })
      .where("id", "=", given.id)
      .where("isEnded", "=", lit(0)),
  );
  const live = prepare((given: { account: string; nowMs: number }) =>
    db
      .selectFrom("grants")
      .select("id")
      .where("account", "=", given.account)
      .where("isEnded", "=", lit(0))
      .where("expiresAtMs", ">", given.nowMs)
      .orderBy("expiresAtMs", "desc")
      .orderBy("id"),
  );
  function* endOne(id: string, nowMs: number): CommandSteps<void> {
    yield* end.send({ id, forgottenAtMs: nowMs + endedGrantLifeMs });
  }
  function* makeRoom(account: string, nowMs: number, maxOpen: number): CommandSteps<void> {
    const open = yield* live.all({ account, nowMs });
    for (const { id } of open.slice(maxOpen - 1)) yield* endOne(id, nowMs);
  }
  return {
    find: prepare(byId),
    findHeld: prepare((given: { id: string }) => held(byId(given))),
    insert: prepare((given: Omit<Row, "isEnded" | "formerHash">) =>
      db.insertInto("grants").values({
        ...pick(given, ["id", "account", "tokenHash"]),
        formerHash: lit(null),
        expiresAtMs: given.expiresAtMs,
        isEnded: lit(0),
      }),
    ),
    turn: prepare((given: { id: string; nextHash: string; expiresAtMs: number }) =>
      db
        .updateTable("grants")
        .set({ formerHash: sql`token_hash`, tokenHash: given.nextHash, expiresAtMs: given.expiresAtMs })
        .where("id", "=", given.id),
    ),
    end: endOne,
    makeRoom,
  };
}
