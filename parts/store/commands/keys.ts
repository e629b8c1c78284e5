import { lit, type Dialect } from "../sql/dialect.ts";
import { prepare } from "../sql/statement.ts";
import { lock } from "../sql/step.ts";
import type { KeyRecord, LedgerEntry } from "../store.ts";
import type { Commands } from "./command.ts";
import type { Ledger } from "./ledger.ts";
import { sql } from "kysely";

export function keyCommands(
  { db }: Dialect,
  ledger: Pick<Ledger, "write">,
): Pick<Commands, "addKey" | "findKey" | "revokeKey"> {
  const look = prepare((given: { fingerprint: string; day: string; address: string }) =>
    db.selectNoFrom((query) => [
      query
        .selectFrom("keys")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .where("fingerprint", "=", given.fingerprint)
        .as("isKnown"),
      query
        .selectFrom("minted")
        .select("keys")
        .where("day", "=", given.day)
        .where("address", "=", given.address)
        .as("minted"),
    ]),
  );
  const count = prepare((given: { day: string; address: string }) =>
    db
      .insertInto("minted")
      .values({ day: given.day, address: given.address, keys: lit(1) })
      .onConflict((conflict) =>
        conflict.columns(["day", "address"]).doUpdateSet({ keys: sql`minted.keys + 1` }),
      ),
  );
  const insert = prepare((given: { fingerprint: string; createdAtMs: number; origin: string | null }) =>
    db
      .insertInto("keys")
      .values({ fingerprint: given.fingerprint, createdAtMs: given.createdAtMs, origin: given.origin })
      .onConflict((conflict) => conflict.doNothing()),
  );
  const find = prepare((given: { fingerprint: string }) =>
    db
      .selectFrom("keys")
      .leftJoin("debts", "debts.account", "keys.fingerprint")
      .select(["fingerprint", "createdAtMs", "origin", "owed"])
      .where("fingerprint", "=", given.fingerprint)
      .where("revokedAtMs", "is", lit(null)),
  );
  const revoke = prepare((given: { fingerprint: string; atMs: number }) =>
    db
      .updateTable("keys")
      .set({ revokedAtMs: given.atMs })
      .where("fingerprint", "=", given.fingerprint)
      .where("revokedAtMs", "is", lit(null)),
  );
  return {
    *addKey(key, { address, day, limit, welcome = 0 }) {
      yield* lock(`minted ${address}`);
      if (welcome > 0) yield* lock(`account ${key.fingerprint}`);
      const known = yield* look.first({ fingerprint: key.fingerprint, day, address });
      if (known?.isKnown === 1) return "added";
      if ((known?.minted ?? 0) >= limit) return "refused";
      yield* count.send({ day, address });
      yield* insert.send(key);
      if (welcome > 0) yield* ledger.write(welcomeEntry(key, welcome));
      return "added";
    },
    *findKey(fingerprint) {
      const row = yield* find.last.first({ fingerprint });
      if (!row) return undefined;
      const { owed, ...record } = row;
      return owed !== null && owed > 0 ? { ...record, owed } : record;
    },
    *revokeKey(fingerprint, atMs) {
      yield* revoke.last.count({ fingerprint, atMs });
    },
  };
}

/** Named by its key, so that none has two. */
function welcomeEntry({ fingerprint, createdAtMs }: KeyRecord, credits: number): LedgerEntry {
  const reference = `welcome ${fingerprint}`;
  return { account: fingerprint, delta: credits, reason: "grant", reference, atMs: createdAtMs };
}
