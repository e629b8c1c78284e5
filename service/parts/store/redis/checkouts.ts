import type { Connection } from "./connection.ts";
import type { Keys } from "./keys.ts";
import type { Store } from "../store.ts";
import type { Checkout, CheckoutState } from "../treasury.ts";

type CheckoutCommands = Pick<Store, "addCheckout" | "openCheckouts" | "closeCheckout" | "listCheckouts">;

export function checkoutCommands({ run }: Connection, keys: Keys): CheckoutCommands {
  const placeOf = ({ createdAtMs, session }: { createdAtMs: number; session: string }) =>
    `${digitsOf(createdAtMs)} ${keys.checkout(session)}`;
  return {
    async addCheckout(checkout) {
      const { session, account, credits, amountCents, createdAtMs } = checkout;
      const names = [keys.checkout(session), keys.checkouts, keys.checkoutsOpen, keys.references];
      const values = [session, account, credits, amountCents, createdAtMs, placeOf(checkout)];
      await run("addCheckout", names, values);
    },
    async openCheckouts({ after, beforeMs, limit }) {
      const above = after === undefined ? "-" : `(${placeOf(after)}`;
      const rows = await run("openCheckouts", [keys.checkoutsOpen], [above, `(${digitsOf(beforeMs)}`, limit]);
      return (rows as Row[]).map(toCheckout);
    },
    async closeCheckout(session) {
      await run("closeCheckout", [keys.checkout(session), keys.checkoutsOpen], []);
    },
    async listCheckouts({ after, limit }) {
      const above = after === undefined ? "-" : `(${keys.checkout(after)}`;
      const rows = (await run("listCheckouts", [keys.checkouts], [above, limit])) as Row[];
      return rows.map((row) => ({ ...toCheckout(row), state: row[5] as CheckoutState }));
    },
  };
}

type Row = readonly string[];

function toCheckout([session = "", account = "", credits, amountCents, createdAtMs]: Row): Checkout {
  return {
    session,
    account,
    credits: Number(credits),
    amountCents: Number(amountCents),
    createdAtMs: Number(createdAtMs),
  };
}

/** All digits of any moment, so that checkouts are ordered as text by when they were begun. */
function digitsOf(atMs: number): string {
  return String(atMs).padStart(16, "0");
}
