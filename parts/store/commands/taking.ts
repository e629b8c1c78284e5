import { sql } from "kysely";
import type { JournalEntry } from "../journal.ts";
import type { Dialect } from "../sql/dialect.ts";
import { prepare } from "../sql/statement.ts";
import { lock, type CommandSteps } from "../sql/step.ts";
import type { Commands } from "./command.ts";
import { entryColumns } from "./journal.ts";

type Due = Readonly<{ id: string; dueAtMs: number | null }>;
type Wanted = Readonly<{ book: string; state: JournalEntry["state"]; nowMs: number; limit: number }>;

/**
 * Asks state by state: then the index has each in order, and what is held or due later is not looked at. A taking that is
 * sent again gives what it gave, as far as it is still held so.
 */
export function takingCommands(dialect: Dialect): Pick<Commands, "takeEntries"> {
  const { db, nowMs: time, held, readSent, writeSent } = dialect;
  const due = ({ book, state, nowMs }: Wanted) =>
    db
      .selectFrom("journal")
      .select(["id", "dueAtMs"])
      .where("book", "=", book)
      .where("state", "=", state)
      .where("dueAtMs", "<=", nowMs);
  const findFree = prepare((given: Wanted) =>
    held(
      due(given)
        .where("heldUntilMs", "is", sql.lit(null))
        .orderBy("dueAtMs")
        .orderBy("id")
        .limit(given.limit),
    ),
  );
  const findLost = prepare((given: Wanted) => held(due(given).where("heldUntilMs", "<=", time)));
  const hold = prepare((given: { book: string; id: string; owner: string; holdMs: number }) =>
    db
      .updateTable("journal")
      .set({ holder: given.owner, heldUntilMs: sql`${time} + ${given.holdMs}` })
      .where("book", "=", given.book)
      .where("id", "=", given.id)
      .returning(entryColumns),
  );
  const stillHeld = prepare((given: { book: string; id: string; owner: string; version: number }) =>
    db
      .selectFrom("journal")
      .select(entryColumns)
      .where("book", "=", given.book)
      .where("id", "=", given.id)
      .where("holder", "=", given.owner)
      .where("version", "=", given.version)
      .where("heldUntilMs", ">", time),
  );

  function* findDue(
    states: readonly JournalEntry["state"][],
    wanted: Omit<Wanted, "state">,
  ): CommandSteps<Due[]> {
    const found: Due[] = [];
    for (const state of new Set(states)) {
      found.push(
        ...(yield* findFree.all({ ...wanted, state })),
        ...(yield* findLost.all({ ...wanted, state })),
      );
    }
    return found.toSorted((a, b) => a.dueAtMs! - b.dueAtMs! || (a.id < b.id ? -1 : 1)).slice(0, wanted.limit);
  }

  return {
    *takeEntries({ book, states, owner, nowMs, holdMs, limit }) {
      yield* lock(`book ${book}`);
      const given = yield* readSent();
      const entries: JournalEntry[] = [];
      if (given !== undefined) {
        for (const [id, version] of JSON.parse(given) as [string, number][])
          entries.push(...(yield* stillHeld.all({ book, id, owner, version })));
        return entries;
      }
      for (const { id } of yield* findDue(states, { book, nowMs, limit }))
        entries.push((yield* hold.first({ book, id, owner, holdMs }))!);
      yield* writeSent(JSON.stringify(entries.map(({ id, version }) => [id, version])));
      return entries;
    },
  };
}
