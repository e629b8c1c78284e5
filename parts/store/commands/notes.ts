import { sql } from "kysely";
import type { Note } from "../journal.ts";
import { lit, type Dialect } from "../sql/dialect.ts";
import { prepare } from "../sql/statement.ts";
import type { Commands } from "./command.ts";

export function noteCommands({ db }: Dialect): Pick<Commands, "readNote" | "writeNote"> {
  const find = prepare((given: { name: string }) =>
    db.selectFrom("notes").select(["name", "version", "text"]).where("name", "=", given.name),
  );
  const begin = prepare((given: { name: string; text: string }) =>
    db
      .insertInto("notes")
      .values({ name: given.name, version: lit(1), text: given.text })
      .onConflict((conflict) => conflict.doNothing()),
  );
  const replace = prepare((given: Note) =>
    db
      .updateTable("notes")
      .set({ version: sql`version + 1`, text: given.text })
      .where("name", "=", given.name)
      .where("version", "=", given.version),
  );
  return {
    *readNote(name) {
      return yield* find.last.first({ name });
    },
    *writeNote(note) {
      const changed = yield* note.version === 0 ? begin.count(note) : replace.count(note);
      if (changed === 1) return "written";
      const known = yield* find.last.first(note);
      return known?.version === note.version + 1 && known.text === note.text ? "written" : "stale";
    },
  };
}
