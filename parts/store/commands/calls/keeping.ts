import { sql } from "kysely";
import { lit, replaced, type Dialect } from "../../sql/dialect.ts";
import { prepare } from "../../sql/statement.ts";
import { lock } from "../../sql/step.ts";
import type { Commands } from "../command.ts";

/** The lock keeps the call from being given back between the answer and the state. */
export function keepingCommands({ db }: Dialect): Pick<Commands, "keepCall"> {
  const remember = prepare((given: { id: string; body: string; expiresAtMs: number }) =>
    db
      .insertInto("answers")
      .columns(["account", "digest", "call", "expiresAtMs", "body"])
      .expression(
        sql`SELECT account, digest, id, cast(${given.expiresAtMs} as bigint), cast(${given.body} as text)
          FROM calls WHERE id = ${given.id} AND state = ${lit("open")}`,
      )
      .onConflict((conflict) =>
        conflict.columns(["account", "digest"]).doUpdateSet({
          ...replaced(["call", "expiresAtMs", "body"]),
        }),
      ),
  );
  const keep = prepare((given: { id: string }) =>
    db
      .updateTable("calls")
      .set({ state: lit("kept") })
      .where("id", "=", given.id)
      .where("state", "=", lit("open")),
  );
  const state = prepare((given: { id: string }) =>
    db.selectFrom("calls").select("state").where("id", "=", given.id),
  );
  return {
    *keepCall(id, answer) {
      yield* lock(`call ${id}`);
      if (answer) yield* remember.send({ id, ...answer });
      yield* keep.send({ id });
      return (yield* state.last.first({ id }))?.state === "kept" ? "kept" : "gone";
    },
  };
}
