import { sql } from "kysely";
import type { JournalEntry } from "../journal.ts";
import { lit, type Dialect } from "../sql/dialect.ts";
import { pick, prepare, toQuery } from "../sql/statement.ts";
import type { Commands } from "./command.ts";

type EntryCommands = Pick<
  Commands,
  "addEntry" | "readEntry" | "holdEntry" | "writeEntry" | "listEntries" | "countEntries"
>;

export const entryColumns = [
  "book",
  "id",
  "state",
  "version",
  "seenAtMs",
  "changedAtMs",
  "dueAtMs",
  "body",
] as const;

/** Before the newest entry there can be. */
const top = { seenAtMs: Number.MAX_SAFE_INTEGER, id: "" };

export function journalCommands(dialect: Dialect): EntryCommands {
  const { db, journalCounts } = dialect;
  const list = prepare((given: { seenAtMs: number; id: string; limit: number }) =>
    db
      .selectFrom("journal")
      .select(entryColumns)
      .where(sql`(seen_at_ms, id)`, "<", sql`(${given.seenAtMs}, ${given.id})`)
      .orderBy("seenAtMs", "desc")
      .orderBy("id", "desc")
      .limit(given.limit),
  );
  const count = prepare(() =>
    toQuery(
      db,
      sql<{ book: string; state: JournalEntry["state"]; count: number }>`SELECT book, state, entries AS count
        FROM ${journalCounts} AS counts WHERE entries > 0`,
    ),
  );
  return {
    ...prepareWriting(dialect),
    *listEntries({ before: { seenAtMs, id } = top, limit }) {
      return yield* list.last.all({ seenAtMs, id, limit });
    },
    *countEntries() {
      return yield* count.last.all({});
    },
  };
}

function prepareWriting({
  db,
  nowMs,
}: Dialect): Pick<Commands, "addEntry" | "readEntry" | "holdEntry" | "writeEntry"> {
  const find = prepare((given: { book: string; id: string }) =>
    db.selectFrom("journal").select(entryColumns).where("book", "=", given.book).where("id", "=", given.id),
  );
  const add = prepare((given: Omit<JournalEntry, "version">) =>
    db
      .insertInto("journal")
      .values({
        ...pick(given, ["book", "id", "state"]),
        version: lit(1),
        ...pick(given, ["seenAtMs", "changedAtMs", "dueAtMs", "body"]),
      })
      .onConflict((conflict) => conflict.doNothing()),
  );
  const write = prepare((given: JournalEntry) =>
    db
      .updateTable("journal")
      .set({
        state: given.state,
        version: sql`version + 1`,
        ...pick(given, ["seenAtMs", "changedAtMs", "dueAtMs", "body"]),
        holder: lit(null),
        heldUntilMs: lit(null),
      })
      .where("book", "=", given.book)
      .where("id", "=", given.id)
      .where("version", "=", given.version),
  );
  const hold = prepare((given: { book: string; id: string; owner: string; holdMs: number }) =>
    db
      .updateTable("journal")
      .set({ heldUntilMs: sql`${nowMs} + ${given.holdMs}` })
      .where("book", "=", given.book)
      .where("id", "=", given.id)
      .where("holder", "=", given.owner),
  );
  return {
    *addEntry(entry) {
      return (yield* add.last.count(entry)) === 1 ? "added" : "known";
    },
    *readEntry(book, id) {
      return yield* find.last.first({ book, id });
    },
    *writeEntry(entry) {
      if ((yield* write.count(entry)) === 1) return "written";
      const known = yield* find.last.first(entry);
      return known && isNextOf(known, entry) ? "written" : "stale";
    },
    *holdEntry(holding) {
      return (yield* hold.last.count(holding)) === 1 ? "held" : "lost";
    },
  };
}

/** Whether an entry is what this writing had made of the version that it carries. */
function isNextOf(known: JournalEntry, entry: JournalEntry): boolean {
  return (
    known.version === entry.version + 1 &&
    entryColumns.every((column) => column === "version" || known[column] === entry[column])
  );
}
