import { sql } from "kysely";
import { lit, type Dialect } from "../sql/dialect.ts";
import { prepare, toQuery } from "../sql/statement.ts";
import type { Commands } from "./command.ts";

/**
 * Accounts from all tables that should agree on them, so that none is hidden from a proof. Of the entries, of which an
 * account may have very many, the index gives one account after the other.
 */
export function accountCommands({ db }: Dialect): Pick<Commands, "listAccounts"> {
  const page = (table: "balances" | "remainders", { after, limit }: { after: string; limit: number }) =>
    sql`SELECT account FROM (SELECT account FROM ${sql.table(table)} WHERE account > ${after}
      ORDER BY account LIMIT ${limit}) AS ${sql.ref(table)}`;
  const list = prepare((given: { after: string; limit: number }) =>
    toQuery(
      db,
      sql<{ account: string; credits: number }>`WITH RECURSIVE found (account) AS (
        SELECT (SELECT account FROM entries WHERE account > ${given.after} ORDER BY account LIMIT ${lit(1)})
        UNION ALL
        SELECT (SELECT e.account FROM entries e WHERE e.account > found.account ORDER BY e.account LIMIT ${lit(1)})
        FROM found WHERE found.account IS NOT NULL
      )
      SELECT account, coalesce((SELECT credits FROM balances WHERE balances.account = listed.account), 0) AS credits
      FROM (
        SELECT account FROM (SELECT account FROM found WHERE account IS NOT NULL LIMIT ${given.limit}) AS first_ones
        UNION ${page("balances", given)} UNION ${page("remainders", given)}
      ) AS listed ORDER BY account LIMIT ${given.limit}`,
    ),
  );
  return {
    *listAccounts({ after = "", limit }) {
      return yield* list.last.all({ after, limit });
    },
  };
}
