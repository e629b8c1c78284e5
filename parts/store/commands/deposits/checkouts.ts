import { sql } from "kysely";
import { lit, type Dialect } from "../../sql/dialect.ts";
import { pick, prepare } from "../../sql/statement.ts";
import { lock } from "../../sql/step.ts";
import type { Checkout } from "../../treasury.ts";
import type { Commands } from "../command.ts";

type CheckoutCommands = Pick<Commands, "addCheckout" | "openCheckouts" | "closeCheckout" | "listCheckouts">;

/** Before the oldest checkout there can be. */
const start = { createdAtMs: -1, session: "" };

export function checkoutCommands({ db }: Dialect): CheckoutCommands {
  const columns = ["session", "account", "credits", "amountCents", "createdAtMs"] as const;
  const add = prepare((given: Checkout) =>
    db
      .insertInto("checkouts")
      .values({
        ...pick(given, ["session", "account", "credits", "amountCents", "createdAtMs"]),
        state: sql`CASE WHEN EXISTS (SELECT 1 FROM entries
          WHERE reason = ${lit("card")} AND reference = ${given.session}) THEN 'credited' ELSE 'open' END`,
      })
      .onConflict((conflict) => conflict.doNothing()),
  );
  const open = prepare((given: { createdAtMs: number; session: string; beforeMs: number; limit: number }) =>
    db
      .selectFrom("checkouts")
      .select(columns)
      .where("state", "=", lit("open"))
      .where("createdAtMs", "<", given.beforeMs)
      .where(sql`(created_at_ms, session)`, ">", sql`(${given.createdAtMs}, ${given.session})`)
      .orderBy("createdAtMs")
      .orderBy("session")
      .limit(given.limit),
  );
  const close = prepare((given: { session: string }) =>
    db
      .updateTable("checkouts")
      .set({ state: lit("closed") })
      .where("session", "=", given.session)
      .where("state", "=", lit("open")),
  );
  const list = prepare((given: { after: string; limit: number }) =>
    db
      .selectFrom("checkouts")
      .select([...columns, "state"])
      .where("session", ">", given.after)
      .orderBy("session")
      .limit(given.limit),
  );
  return {
    *addCheckout(checkout) {
      yield* lock(`session ${checkout.session}`);
      yield* add.last.count(checkout);
    },
    *openCheckouts({ after: { createdAtMs, session } = start, beforeMs, limit }) {
      return yield* open.last.all({ createdAtMs, session, beforeMs, limit });
    },
    *closeCheckout(session) {
      yield* close.last.count({ session });
    },
    *listCheckouts({ after = "", limit }) {
      return yield* list.last.all({ after, limit });
    },
  };
}
