import { sql } from "kysely";
import { bytesOf, maxPageBytes, type Recording, type Recordings } from "../../recordings.ts";
import type { Dialect } from "../../sql/dialect.ts";
import { prepare } from "../../sql/statement.ts";
import { lock } from "../../sql/step.ts";
import type { Tables } from "../../sql/tables.ts";
import type { Commands } from "../command.ts";

type Row = Omit<Tables["recordings"], "cursor">;

/** One at a time, so that cursors come in order. */
export function recordingCommands({ db }: Dialect): Pick<Commands, keyof Recordings> {
  const insert = prepare((given: Row) =>
    db
      .insertInto("recordings")
      .columns(["digest", "mode", "atMs", "bytes", "rules", "code"])
      .expression(
        sql`SELECT cast(${given.digest} as text), cast(${given.mode} as text), cast(${given.atMs} as bigint),
          cast(${given.bytes} as bigint), cast(${given.rules} as text), cast(${given.code} as text)
          WHERE NOT EXISTS (SELECT 1 FROM recordings WHERE digest = ${given.digest})`,
      ),
  );
  const total = prepare(() => db.selectFrom("recordingsTotal").select(["items", "bytes"]));
  const dropOldest = prepare(() =>
    db.deleteFrom("recordings").where("cursor", "=", sql<number>`(SELECT min(cursor) FROM recordings)`),
  );
  const sizes = prepare((given: { after: number; limit: number }) =>
    db
      .selectFrom("recordings")
      .select(["cursor", "bytes"])
      .where("cursor", ">", given.after)
      .orderBy("cursor")
      .limit(given.limit),
  );
  const list = prepare((given: { after: number; last: number }) =>
    db
      .selectFrom("recordings")
      .select(["cursor", "mode", "atMs", "rules", "code"])
      .where("cursor", ">", given.after)
      .where("cursor", "<=", given.last)
      .orderBy("cursor"),
  );
  return {
    *addRecording({ digest, code, rules, mode, atMs }, { maxItems, maxBytes }) {
      yield* lock("recordings");
      const why = JSON.stringify(rules);
      yield* insert.send({ digest, mode, atMs, bytes: bytesOf(code, why), rules: why, code });
      for (;;) {
        const { items, bytes } = (yield* total.first({}))!;
        if (items <= maxItems && bytes <= maxBytes) return;
        yield* dropOldest.send({});
      }
    },
    *listRecordings({ after, limit }) {
      let bytes = 0;
      let last = after;
      for (const row of yield* sizes.all({ after, limit })) {
        bytes += row.bytes;
        if (last !== after && bytes > maxPageBytes) break;
        last = row.cursor;
      }
      const rows = yield* list.last.all({ after, last });
      return rows.map((row): Recording & { cursor: number } => ({
        ...row,
        rules: JSON.parse(row.rules) as string[],
      }));
    },
  };
}
