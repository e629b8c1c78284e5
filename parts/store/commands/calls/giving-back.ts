import { sql } from "kysely";
import { lit, type Dialect } from "../../sql/dialect.ts";
import { prepare } from "../../sql/statement.ts";
import { lock, lockAll, type CommandSteps } from "../../sql/step.ts";
import type { Tables } from "../../sql/tables.ts";
import type { Commands } from "../command.ts";
import type { Ledger } from "../ledger.ts";
import type { Owners } from "../owners.ts";

type Around = Readonly<{ ledger: Ledger; owners: Owners }>;
type Undone = Pick<Tables["calls"], "id" | "state" | "account" | "digest" | "day" | "price" | "source">;

/** Undoes calls, whatever their outcome. */
export function givingBackCommands(
  dialect: Dialect,
  { ledger, owners }: Around,
): Pick<Commands, "giveBackCall" | "giveBackCallsOf"> {
  const { db, held } = dialect;
  const columns = ["id", "state", "account", "digest", "day", "price", "source"] as const;
  const find = prepare((given: { id: string }) =>
    held(db.selectFrom("calls").select(columns).where("id", "=", given.id)),
  );
  const open = (given: { owner: string }) =>
    db
      .selectFrom("calls")
      .select(columns)
      .where("owner", "=", given.owner)
      .where("state", "=", lit("open"))
      .orderBy("id");
  const list = prepare(open);
  const listHeld = prepare((given: { owner: string }) => held(open(given)));
  const bar = prepare((given: { id: string; atMs: number }) =>
    db.insertInto("calls").values({ id: given.id, state: lit("given back"), atMs: given.atMs }),
  );
  const forgetOwner = prepare((given: { owner: string }) =>
    db.deleteFrom("owners").where("owner", "=", given.owner),
  );
  const undo = prepareUndo(dialect, ledger);
  return {
    *giveBackCall(id, atMs) {
      yield* lock(`call ${id}`);
      const row = yield* find.first({ id });
      if (!row) yield* bar.send({ id, atMs });
      else if (row.state === "open" || row.state === "kept") {
        yield* lock(`account ${row.account}`);
        yield* undo(row, atMs);
      }
    },
    *giveBackCallsOf(owner, atMs, only) {
      yield* lock(`owner ${owner}`);
      if (only === "if silent" && (yield* owners.isAlive(owner))) return 0;
      const before = yield* list.all({ owner });
      yield* lockAll(before.map(({ id }) => `call ${id}`));
      yield* lockAll(before.map(({ account }) => `account ${account}`));
      const rows = before.length === 0 ? before : yield* listHeld.all({ owner });
      for (const row of rows) yield* undo(row, atMs);
      yield* forgetOwner.send({ owner });
      return rows.length;
    },
  };
}

function prepareUndo({ db }: Dialect, ledger: Ledger): (row: Undone, atMs: number) => CommandSteps<void> {
  const uncount = prepare((given: { day: string | null; account: string | null }) =>
    db
      .updateTable("used")
      .set({ calls: sql`calls - 1` })
      .where("day", "=", given.day)
      .where("account", "=", given.account)
      .where("calls", ">", lit(0)),
  );
  const forget = prepare((given: Undone) =>
    db
      .deleteFrom("answers")
      .where("account", "=", given.account)
      .where("digest", "=", given.digest)
      .where("call", "=", given.id),
  );
  const move = prepare((given: { id: string }) =>
    db
      .updateTable("calls")
      .set({ state: lit("given back") })
      .where("id", "=", given.id),
  );
  return function* undo(row, atMs) {
    const { id, account, day, price, source } = row;
    if (source === "credits") {
      const back = { delta: price ?? 0, reason: "give_back", reference: id, atMs } as const;
      yield* ledger.write({ account: account!, ...back });
    }
    if (source === "allowance") yield* uncount.send({ day, account });
    yield* forget.send(row);
    yield* move.send({ id });
  };
}
