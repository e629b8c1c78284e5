import { lit, type Dialect } from "../sql/dialect.ts";
import { pick, prepare } from "../sql/statement.ts";
import { lock, type CommandSteps } from "../sql/step.ts";
import type { LedgerEntry } from "../store.ts";
import type { Commands } from "./command.ts";
import { sql } from "kysely";

/** How credits change: only by entries, whose account is locked by then. */
export type Ledger = Readonly<{
  /** An entry whose reference was written before changes nothing. */
  write(entry: LedgerEntry): CommandSteps<void>;
  /** The same; false where it was written before. */
  writeNew(entry: LedgerEntry): CommandSteps<boolean>;
  balanceOf(account: string): CommandSteps<number>;
}>;

export function createLedger({ db }: Dialect): Ledger & Readonly<{ writeLast: Ledger["writeNew"] }> {
  const insert = prepare((given: LedgerEntry) =>
    db
      .insertInto("entries")
      .values({
        ...pick(given, ["account", "delta", "reason", "reference", "atMs"]),
      })
      .onConflict((conflict) => conflict.columns(["reason", "reference"]).doNothing()),
  );
  const balance = prepare((given: { account: string }) =>
    db.selectFrom("balances").select("credits").where("account", "=", given.account),
  );
  return {
    write: insert.send,
    *writeNew(entry) {
      return (yield* insert.count(entry)) === 1;
    },
    *writeLast(entry) {
      return (yield* insert.last.count(entry)) === 1;
    },
    *balanceOf(account) {
      return (yield* balance.first({ account }))?.credits ?? 0;
    },
  };
}

type LedgerCommands = Pick<Commands, "grant" | "readAccount" | "readEntries" | "readStatement">;

export function ledgerCommands(
  { db }: Dialect,
  { writeLast }: ReturnType<typeof createLedger>,
): LedgerCommands {
  const account = prepare((given: { account: string; day: string }) =>
    db.selectNoFrom([creditsOf(given.account).as("credits"), usedBy(given).as("usedToday")]),
  );
  const entries = prepare((given: { account: string }) =>
    db
      .selectFrom("entries")
      .select(["account", "delta", "reason", "reference", "atMs"])
      .where("account", "=", given.account)
      .orderBy("n"),
  );
  const held = prepare((given: { account: string }) =>
    db.selectNoFrom([
      creditsOf(given.account).as("credits"),
      sql<string>`coalesce((SELECT wei FROM remainders WHERE account = ${given.account}), '0')`.as(
        "remainderWei",
      ),
      sql<number>`coalesce((SELECT owed FROM debts WHERE account = ${given.account}), 0)`.as("owed"),
      sql<number>`coalesce((SELECT sum(credits) FROM reversals
        WHERE account = ${given.account} AND state = ${lit("taken")}), 0)`.as("reversed"),
    ]),
  );
  return {
    *grant(entry) {
      if (entry.reason === "card") yield* lock(`session ${entry.reference}`);
      yield* lock(`account ${entry.account}`);
      return (yield* writeLast(entry)) ? "granted" : "settled";
    },
    *readAccount(name, day) {
      return (yield* account.last.first({ account: name, day }))!;
    },
    *readEntries(name) {
      return yield* entries.last.all({ account: name });
    },
    *readStatement(name) {
      const statement = (yield* held.first({ account: name }))!;
      return { ...statement, entries: yield* entries.last.all({ account: name }) };
    },
  };
}

export function creditsOf(account: string) {
  return sql<number>`coalesce((SELECT credits FROM balances WHERE account = ${account}), 0)`;
}

export function usedBy({ account, day }: Readonly<{ account: string; day: string }>) {
  return sql<number>`coalesce((SELECT calls FROM used WHERE day = ${day} AND account = ${account}), 0)`;
}
