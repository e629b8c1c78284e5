import type { DatabaseSync } from "node:sqlite";
import type { Commands } from "./protocol.ts";
import type { Checkout, CheckoutState } from "../treasury.ts";

type CheckoutCommands = Pick<Commands, "addCheckout" | "openCheckouts" | "closeCheckout" | "listCheckouts">;

const columns = "session, account, credits, amount_cents AS amountCents, created_at_ms AS createdAtMs";

/** Before the oldest checkout there can be. */
const start = { createdAtMs: -1, session: "" };

export function prepareCheckouts(db: DatabaseSync): CheckoutCommands {
  const isPaid = "EXISTS (SELECT 1 FROM entries WHERE reason = 'card' AND reference = :session)";
  const add = db.prepare(
    `INSERT INTO checkouts VALUES (:session, :account, :credits, :amountCents, :createdAtMs,
       CASE WHEN ${isPaid} THEN 'credited' ELSE 'open' END) ON CONFLICT DO NOTHING`,
  );
  const open = db.prepare(
    `SELECT ${columns} FROM checkouts WHERE state = 'open' AND created_at_ms < :beforeMs
       AND (created_at_ms, session) > (:createdAtMs, :session) ORDER BY created_at_ms, session LIMIT :limit`,
  );
  const close = db.prepare("UPDATE checkouts SET state = 'closed' WHERE session = ? AND state = 'open'");
  const list = db.prepare(
    `SELECT ${columns}, state FROM checkouts WHERE session > :after ORDER BY session LIMIT :limit`,
  );
  return {
    addCheckout: ({ session, account, credits, amountCents, createdAtMs }) =>
      void add.run({ session, account, credits, amountCents, createdAtMs }),
    openCheckouts: ({ after: { createdAtMs, session } = start, beforeMs, limit }) =>
      (open.all({ createdAtMs, session, beforeMs, limit }) as Checkout[]).map((row) => ({ ...row })),
    closeCheckout: (session) => void close.run(session),
    listCheckouts: ({ after = "", limit }) =>
      (list.all({ after, limit }) as (Checkout & { state: CheckoutState })[]).map((row) => ({ ...row })),
  };
}
