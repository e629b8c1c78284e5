import { sql } from "kysely";
import { replaced, lit, type Dialect } from "../../sql/dialect.ts";
import { pick, prepare } from "../../sql/statement.ts";
import type { CommandSteps } from "../../sql/step.ts";
import type { Tables } from "../../sql/tables.ts";
import type { DepositRecord } from "../../treasury.ts";

export type DepositRows = ReturnType<typeof prepareDepositRows>;

/** What of a deposit may become different while it is watched. */
const watched = [
  "sender",
  "amountWei",
  "fingerprint",
  "block",
  "blockTimeMs",
  "state",
  "account",
  "priceWei",
  "credits",
  "reservation",
  "reservedCredits",
] as const;
const columns = ["reference", "tx", ...watched] as const;

export function prepareDepositRows(dialect: Dialect) {
  return { ...prepareReading(dialect), ...prepareWriting(dialect) };
}

function prepareReading({ db }: Dialect) {
  const deposits = db.selectFrom("deposits").select(columns);
  return {
    byReference: prepare((given: { reference: string }) => deposits.where("reference", "=", given.reference)),
    /** What is seen of an amount, the earliest first. */
    seen: prepare((given: { amountWei: string }) =>
      deposits
        .where("amountWei", "=", given.amountWei)
        .where("state", "=", lit("seen"))
        .orderBy("blockTimeMs")
        .orderBy("reference"),
    ),
    /** A longer reference of one transaction has a position of more digits. */
    ofTx: prepare((given: { tx: string }) =>
      deposits
        .where(sql`tx`, "=", given.tx)
        .orderBy(sql`length(reference)`)
        .orderBy("reference"),
    ),
    /** The newest first. */
    unclaimed: prepare((given: { chain: string; sinceMs: number; limit: number }) =>
      deposits
        .where("chain", "=", given.chain)
        .where("blockTimeMs", ">=", given.sinceMs)
        .where("state", "=", lit("unclaimed"))
        .orderBy("blockTimeMs", "desc")
        .orderBy("reference", "desc")
        .limit(given.limit),
    ),
    page: prepare((given: { after: string; limit: number }) =>
      deposits.where("reference", ">", given.after).orderBy("reference").limit(given.limit),
    ),
  };
}

function prepareWriting({ db }: Dialect) {
  const put = prepare((given: Tables["deposits"]) =>
    db
      .insertInto("deposits")
      .values({
        ...pick(given, ["chain", ...columns]),
      })
      .onConflict((conflict) =>
        conflict.column("reference").doUpdateSet({
          ...replaced(watched),
        }),
      ),
  );
  return {
    put: (deposit: DepositRecord): CommandSteps<void> => put.send({ ...deposit, chain: chainOf(deposit) }),
    forgetSeen: prepare((given: { chain: string; upToBlock: number; fromBlock: number }) =>
      db
        .deleteFrom("deposits")
        .where("chain", "=", given.chain)
        .where("block", "<=", given.upToBlock)
        .where("block", ">=", given.fromBlock)
        .where("state", "=", lit("seen")),
    ),
  };
}

/** The chain a reference begins with. */
function chainOf({ reference }: { reference: string }): string {
  return reference.slice(0, reference.indexOf(":"));
}
