import type { DatabaseSync } from "node:sqlite";
import type { Commands } from "./protocol.ts";

/**
 * Accounts from all tables that should agree on them, so that none is hidden from a proof. Of the entries, of which an
 * account may have very many, the index gives one account after the other.
 */
export function prepareAccounts(db: DatabaseSync): Commands["listAccounts"] {
  const list = db.prepare(
    `WITH RECURSIVE found (account) AS (
       SELECT min(account) FROM entries WHERE account > :after
       UNION ALL SELECT (SELECT min(account) FROM entries WHERE entries.account > found.account)
       FROM found WHERE account IS NOT NULL LIMIT :limit
     )
     SELECT account, coalesce((SELECT credits FROM balances WHERE balances.account = listed.account), 0) AS credits
     FROM (
       SELECT account FROM found WHERE account IS NOT NULL
       UNION SELECT account FROM (SELECT account FROM balances WHERE account > :after ORDER BY account LIMIT :limit)
       UNION SELECT account FROM (SELECT account FROM remainders WHERE account > :after ORDER BY account LIMIT :limit)
     ) AS listed ORDER BY account LIMIT :limit`,
  );
  return ({ after = "", limit }) =>
    (list.all({ after, limit }) as { account: string; credits: number }[]).map((row) => ({ ...row }));
}
